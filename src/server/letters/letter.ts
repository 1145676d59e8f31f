import { sql, type Transaction } from 'kysely'
import {
  isLanguageTag,
  letterOutcomes,
  waitingOf,
  type LetterAudience,
  type LetterCounts,
  type LetterOutcome,
  type LetterState,
  type LetterText,
  type ProviderLetterCounts,
} from '#contract/letters/letters.ts'
import { maskTexts } from '#contract/address/mask-address.ts'
import { mainLang } from '#contract/mails/mails.ts'
import type { ActToLog } from '#server/acts/action-log.ts'
import type { Db } from '#server/db/store.ts'
import type { LettersTable } from '#server/db/letter-schema.ts'
import { newId } from '#server/db/new-id.ts'
import type { Schema } from '#server/db/schema.ts'
import { audienceText, everyone, parseAudience, storedAudience } from './audience.ts'

export type Letter = Omit<LettersTable, 'subject' | 'preview' | 'body'> & { text: LetterText }

export const letterOf = ({ subject, preview, body, ...letter }: LettersTable): Letter => ({
  ...letter,
  text: textOfColumns({ subject, preview, body }),
})

/** Null if there is no such letter. */
export async function readLetter(db: Db, id: string): Promise<Letter | null> {
  const row = await db.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? letterOf(row) : null
}

export type ListedLetter = Awaited<ReturnType<typeof listLetters>>[number]

/** The newest letters first. */
export const listLetters = (db: Db, { most }: { most: number }) =>
  db
    .selectFrom('letters')
    .select(['id', 'subject', 'state', 'pausedBy', 'counted'])
    .select(['savedAt', 'plannedAt', 'pausedAt', 'endedAt'])
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

export type StoppedLetter = Awaited<ReturnType<typeof listStoppedLetters>>[number]

/** The letters that stopped by themselves or are held: an operator's own pause needs no attention. */
export const listStoppedLetters = (db: Db) =>
  db
    .selectFrom('letters')
    .select(['id', 'subject', 'pausedBy', 'pausedAt'])
    .where('state', '=', 'paused')
    .where('pausedBy', '<>', 'operator')
    .orderBy('id', 'desc')
    .execute()

export const isHeld = ({ state, pausedBy }: Pick<LettersTable, 'state' | 'pausedBy'>): boolean =>
  state === 'paused' && pausedBy === 'held'

/**
 * LETTER-4: what became of a letter's mails, in total and by provider, the one with the most mails
 * first.
 */
export async function readLetterCounts(
  db: Db,
  letterId: string,
): Promise<{ total: LetterCounts; providers: ProviderLetterCounts[] }> {
  const rows = await db
    .selectFrom('letter_counts')
    .select(['provider', 'outcome', 'count'])
    .where('letterId', '=', letterId)
    .execute()
  const providers = [...Map.groupBy(rows, ({ provider }) => provider)].map(([provider, of]) => ({
    provider,
    ...sumByOutcome(of),
  }))
  providers.sort((a, b) => b.queued - a.queued || (a.provider < b.provider ? -1 : 1))
  return { total: sumByOutcome(rows), providers }
}

function sumByOutcome(rows: readonly { outcome: string; count: number }[]): LetterCounts {
  const sums = Object.fromEntries(letterOutcomes.map((outcome) => [outcome, 0])) as LetterCounts
  for (const { outcome, count } of rows)
    if (outcome in sums) sums[outcome as LetterOutcome] += count
  return sums
}

/**
 * How many people may have a letter although the store does not know it: it was put back to an earlier
 * time since. Null if the letter is not held.
 */
export const mayHaveIt = (
  letter: Pick<LettersTable, 'state' | 'pausedBy' | 'plannedAt'>,
  counts: LetterCounts,
  now: number,
): number | null => (!isHeld(letter) ? null : (letter.plannedAt ?? 0) > now ? 0 : waitingOf(counts))

/** The waiting mails of all letters in these states. */
export async function countWaitingLetterMails(
  db: Db,
  states: readonly LetterState[] = ['scheduled', 'sending', 'paused'],
): Promise<number> {
  const rows = await db
    .selectFrom('letters')
    .innerJoin('letter_counts', 'letter_counts.letterId', 'letters.id')
    .select(({ fn }) => ['outcome', fn.sum<number>('count').as('count')])
    .where('letters.state', 'in', states)
    .groupBy('outcome')
    .execute()
  return waitingOf(sumByOutcome(rows))
}

/** LETTER-3: the mails that ended in each hour of the clock, oldest first. Times are in ms. */
export const readLetterHours = (db: Db, letterId: string) =>
  db
    .selectFrom('letter_hours')
    .select(['hour', 'sent'])
    .where('letterId', '=', letterId)
    .orderBy('hour')
    .execute()

type TextColumns = Pick<LettersTable, 'subject' | 'preview' | 'body'>

/**
 * A text as `letters` stores it: a language other than the page's stands in front matter on top of
 * the body, as in the file of a letter.
 */
function columnsOfText({ subject, preview, body, lang = mainLang }: LetterText): TextColumns {
  const isPlain = lang === mainLang && !frontMatter.test(body)
  return { subject, preview, body: isPlain ? body : `---\nlang: ${lang}\n---\n${body}` }
}

export function textOfColumns({ subject, preview, body }: TextColumns): LetterText {
  const [head = '', lang = mainLang] = frontMatter.exec(body) ?? []
  const text = { subject, preview, body: body.slice(head.length) }
  return lang === mainLang ? text : { ...text, lang }
}

const frontMatter = /^---\nlang: ([\w-]+)\n---\n/

export type Draft = { text: LetterText; audience: LetterAudience }

/** `by`: the operator, or `shell`. Any text can be saved: the checks come before sending. */
export async function createLetter(
  trx: Transaction<Schema>,
  { text, audience }: Draft,
  by: string,
  now: number,
): Promise<Letter> {
  const row = await trx
    .insertInto('letters')
    .values({
      id: newId(),
      state: 'draft',
      ...columnsOfText(text),
      audience: audienceText(audience),
      revision: 1,
      createdAt: now,
      createdBy: by,
      savedAt: now,
      savedBy: by,
      sendingMs: 0,
      ended: 0,
      windowFrom: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return letterOf(row)
}

/**
 * `conflict`: somebody saved, sent or scheduled it since `revision` was read; `letter` is as stored
 * now. `unknown`: there is no such letter.
 */
export type Saved =
  | { outcome: 'saved'; letter: Letter }
  | { outcome: 'conflict'; letter: Letter }
  | { outcome: 'unknown' }

/** Saves a draft if it still has the revision that was edited. A changed text is not tested yet. */
export async function saveLetter(
  trx: Transaction<Schema>,
  { id, revision, text, audience }: Draft & { id: string; revision: number },
  by: string,
  now: number,
): Promise<Saved> {
  const { subject, preview, body } = columnsOfText(text)
  const saved = await trx
    .updateTable('letters')
    .set({
      subject,
      preview,
      body,
      audience: audienceText(audience),
      revision: revision + 1,
      savedAt: now,
      savedBy: by,
      testedAt: sql`case when subject = ${subject} and preview = ${preview} and body = ${body} then "testedAt" end`,
    })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .where('revision', '=', revision)
    .returningAll()
    .executeTakeFirst()
  if (saved) return { outcome: 'saved', letter: letterOf(saved) }
  const letter = await readLetter(trx, id)
  return letter ? { outcome: 'conflict', letter } : { outcome: 'unknown' }
}

/** A new draft with the text and the audience of a letter in any state. Null if it is unknown. */
export async function copyLetter(
  trx: Transaction<Schema>,
  id: string,
  by: string,
  now: number,
): Promise<Letter | null> {
  const letter = await readLetter(trx, id)
  if (!letter) return null
  const { text, audience } = letter
  return createLetter(trx, { text, audience: storedAudience(audience) }, by, now)
}

/** Returns false if it is no draft. */
export async function deleteDraft(trx: Transaction<Schema>, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('letters')
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Notes that a test of this revision was queued. */
export async function noteTest(
  trx: Transaction<Schema>,
  { id, revision }: Pick<Letter, 'id' | 'revision'>,
  now: number,
): Promise<void> {
  await trx
    .updateTable('letters')
    .set({ testedAt: now })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .execute()
}

/** What the log says of the letter of an act. It contains no address. */
export const letterForLog = (subject: string): NonNullable<ActToLog['details']> => ({
  subject: maskTexts(subject.trim().slice(0, 80)),
})

const fieldNames = ['subject', 'preview', 'audience', 'lang']

/**
 * Reads a file with front matter: a line `---`, fields as `subject: We are live`, another `---`, and
 * the body in Markdown. Quotes around a value are removed. `wrong`: one sentence for the operator.
 */
export function readLetterFile(file: string): Draft | { wrong: string } {
  const source = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const [, head, body] =
    /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n([\s\S]*))?$/.exec(source) ?? []
  if (head === undefined)
    return {
      wrong:
        "The file does not begin with front matter: a line '---', lines 'subject: …', 'preview: …' and 'audience: …', and a line '---' before the text.",
    }
  const fields = new Map<string, string>()
  for (const [at, line] of head.split('\n').entries()) {
    if (line.trim() === '') continue
    const [, name = '', value = ''] = /^(\w+):(.*)$/.exec(line) ?? []
    if (!fieldNames.includes(name))
      return { wrong: `Line ${at + 2} is no field: use ${fieldNames.join(', ')}.` }
    if (fields.has(name)) return { wrong: `Line ${at + 2}: there are two fields '${name}'.` }
    fields.set(name, unquoted(value.trim()))
  }
  const written = fields.get('audience')
  const audience = written === undefined ? everyone : parseAudience(written)
  if (!audience)
    return {
      wrong: `The audience '${written}' cannot be read: write it as state=confirmed&type=focus&source=utm podcast. Letters go to confirmed people only.`,
    }
  const lang = fields.get('lang') ?? mainLang
  if (!isLanguageTag(lang))
    return { wrong: `The language '${lang}' cannot be read: write its tag, as lang: nl.` }
  const [subject = '', preview = ''] = [fields.get('subject'), fields.get('preview')]
  return { text: { subject, preview, body: (body ?? '').trim(), lang }, audience }
}

const unquoted = (value: string) => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value
