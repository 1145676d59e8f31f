import {
  placeholders,
  type LetterAudience,
  type LetterProblem,
  type LetterText,
  type Placeholder,
} from '#contract/letters.ts'
import type { Db, Store } from '#server/db/store.ts'
import {
  countByProvider,
  countWithout,
  storedAudience,
  type ProviderCount,
  type WithoutValue,
} from './audience.ts'
import { letterOf, readLetter, type Letter } from './letter.ts'
import { beginRuns } from './runs.ts'
import { grouped } from '#contract/figures.ts'
import type { MailBundle } from '#contract/render.ts'

type CheckDeps = TextRules & { db: Db }
/** `people`: exactly how many would get it. It can be sent if there are no problems. */
type Checked = {
  problems: readonly LetterProblem[]
  people: number
  providers: readonly ProviderCount[]
}

/** LETTER-1: everything that is checked before a letter can be sent. */
export async function checkLetter(letter: Letter, deps: CheckDeps): Promise<Checked> {
  const audience = storedAudience(letter.audience)
  const providers = await countByProvider(deps.db, audience)
  const people = providers.reduce((sum, provider) => sum + provider.people, 0)
  const needed = namesWithoutFallback(letter.text, deps.mails)
  const without = await countWithout(deps.db, audience, needed)
  const problems = problemsOf(letter.text, { audience, people, without }, deps)
  return { problems, people, providers }
}

/**
 * Send, pressed on the confirmation page: `revision` and `counted` are what it showed. `at`: the
 * time of a scheduled letter (ms), null for now.
 */
export type Press = { id: string; revision: number; counted: number; at: number | null; by: string }

/** `changed`: somebody saved, sent or scheduled it since the page was shown. */
export type Pressed =
  | { outcome: 'sent'; letter: Letter }
  | { outcome: 'changed'; letter: Letter }
  | { outcome: 'refused'; letter: Letter; problems: readonly LetterProblem[] }
  | { outcome: 'past'; letter: Letter }
  | { outcome: 'unknown' }

/** A page that was read for a while does not make its time a past one. */
const pastMs = 60_000

/**
 * LETTER-2: freezes the audience and begins or schedules the letter. Pressed twice at once, it
 * sends once.
 */
export async function pressSend(
  store: Store,
  press: Press,
  rules: TextRules,
  now: number,
): Promise<Pressed> {
  const letter = await readLetter(store.db, press.id)
  if (!letter) return { outcome: 'unknown' }
  if (letter.state !== 'draft' || letter.revision !== press.revision)
    return { outcome: 'changed', letter }
  if (press.at !== null && press.at < now - pastMs) return { outcome: 'past', letter }
  const { problems, providers } = await checkLetter(letter, { ...rules, db: store.db })
  if (problems.length > 0) return { outcome: 'refused', letter, problems }
  return freeze(store, press, providers, now)
}

/** Whoever confirms after `now` gets no copy: the people were counted since. */
const freeze = (
  store: Store,
  press: Press,
  providers: readonly ProviderCount[],
  now: number,
): Promise<Pressed> =>
  store.transact(async (trx) => {
    const isLater = press.at !== null && press.at > now
    const sent = await trx
      .updateTable('letters')
      .set({
        state: isLater ? 'scheduled' : 'sending',
        frozenAt: now,
        sentBy: press.by,
        plannedAt: isLater ? press.at : now,
        counted: press.counted,
        movedAt: isLater ? press.at : now,
        sendingMs: 0,
        sendingSince: isLater ? null : now,
      })
      .where('id', '=', press.id)
      .where('state', '=', 'draft')
      .where('revision', '=', press.revision)
      .returningAll()
      .executeTakeFirst()
    if (sent) {
      await beginRuns(trx, press.id, providers)
      return { outcome: 'sent', letter: letterOf(sent) }
    }
    const letter = await readLetter(trx, press.id)
    return letter ? { outcome: 'changed', letter } : { outcome: 'unknown' }
  })

/** `mails`: the rules of the mails' bundle for the text of a letter. */
export type TextRules = {
  mails: Pick<MailBundle, 'checkLetter' | 'placeholdersIn'>
  publicUrl: string
}

/** `without`: people of the audience for whom a placeholder has no value. */
type AudienceFacts = { audience: LetterAudience; people: number; without: WithoutValue }

/** The placeholders for which everybody needs a value, as they are written without a fallback. */
export const namesWithoutFallback = (
  text: LetterText,
  mails: Pick<MailBundle, 'placeholdersIn'>,
): ReadonlySet<Placeholder> =>
  new Set(
    mails.placeholdersIn(text).flatMap(({ name, fallback }) => (fallback === null ? [name] : [])),
  )

/** The problems that prevent sending: of the text, of the audience, and values that people lack. */
export function problemsOf(
  text: LetterText,
  { audience, people, without }: AudienceFacts,
  { mails, publicUrl }: TextRules,
): LetterProblem[] {
  return [
    // A missing fallback is reported below, with the number of people who need it.
    ...mails.checkLetter(text, { publicUrl, everyoneHasValues: true }),
    ...placeholders.flatMap((name) => withoutValue(text, name, without[name] ?? 0, mails)),
    ...(people === 0 ? [nobodyIn(audience)] : []),
  ]
}

const nobodyIn = ({ type, source }: LetterAudience): LetterProblem => ({
  field: 'audience',
  message:
    type || source
      ? 'Nobody in this audience has confirmed yet. Choose a wider audience.'
      : 'Nobody has confirmed yet.',
})

/** A placeholder without a fallback that has no value for `people` people. */
function withoutValue(
  text: LetterText,
  name: Placeholder,
  people: number,
  mails: TextRules['mails'],
): LetterProblem[] {
  if (people === 0) return []
  const empty = { subject: '', preview: '', body: '' }
  const fields = (['subject', 'preview', 'body'] as const).filter((field) =>
    namesWithoutFallback({ ...empty, [field]: text[field] }, mails).has(name),
  )
  const who = people === 1 ? '1 person has' : `${grouped(people)} people have`
  const message = `${who} ${lacks[name].what}, so {${name}} has no value for them. ${lacks[name].advice}`
  return fields.map((field) => ({ field, message }))
}

const lacks: Record<Placeholder, { what: string; advice: string }> = {
  type: {
    what: 'no quiz result',
    advice: 'Add a fallback, as in {type|your type}, or choose an audience by type.',
  },
  place: {
    what: 'no place, as they are invited or have taken their spot',
    advice: 'Add a fallback, as in {place|in front}.',
  },
  link: { what: 'no link yet', advice: 'Add a fallback, as in {link|https://example.com/}.' },
  code: {
    what: 'no spot in a wave',
    advice: 'Add a fallback, as in {code|none yet}: other codes open nothing in a shop.',
  },
}
