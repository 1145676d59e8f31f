import type { LetterProblem } from '#contract/letters.ts'
import type { Db, Store } from '#server/db/open.ts'
import { storedAudience } from './audience.ts'
import { namesWithoutFallback, problemsOf, type TextRules } from './checks.ts'
import { countAudienceExactly, countWithout } from './count-audience.ts'
import { letterOf, readLetter, type Letter } from './letter.ts'
import { hasWaitingMails } from './waiting-mails.ts'

export type CheckDeps = TextRules & { db: Db }
/** `people`: exactly how many would get it. It can be sent if there are no problems. */
export type Checked = { problems: readonly LetterProblem[]; people: number }

/** LETTER-1: everything that is checked before a letter can be sent. */
export async function checkLetter(letter: Letter, deps: CheckDeps): Promise<Checked> {
  const audience = storedAudience(letter.audience)
  const people = await countAudienceExactly(deps.db, audience)
  const needed = namesWithoutFallback(letter.text, deps.mails)
  const without = await countWithout(deps.db, audience, needed)
  const problems = problemsOf(letter.text, { audience, people, without }, deps)
  return { problems, people }
}

/**
 * Send, pressed on the confirmation page: `revision` and `counted` are what it showed. `at`: the
 * time of a scheduled letter (ms), null for now.
 */
export type Press = { id: string; revision: number; counted: number; at: number | null; by: string }

/**
 * `changed`: somebody saved, sent or scheduled it since the page was shown. `clearing`: mails of an
 * earlier schedule are still being removed.
 */
export type Pressed =
  | { outcome: 'sent'; letter: Letter }
  | { outcome: 'changed'; letter: Letter }
  | { outcome: 'refused'; letter: Letter; problems: readonly LetterProblem[] }
  | { outcome: 'past' | 'clearing'; letter: Letter }
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
  const { problems } = await checkLetter(letter, { ...rules, db: store.db })
  if (problems.length > 0) return { outcome: 'refused', letter, problems }
  if (await hasWaitingMails(store.db, press.id)) return { outcome: 'clearing', letter }
  return freeze(store, press, now)
}

const freeze = (store: Store, press: Press, now: number): Promise<Pressed> =>
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
        cursor: null,
        queuedAt: null,
        sendingMs: 0,
        sendingSince: isLater ? null : now,
      })
      .where('id', '=', press.id)
      .where('state', '=', 'draft')
      .where('revision', '=', press.revision)
      .returningAll()
      .executeTakeFirst()
    if (sent) return { outcome: 'sent', letter: letterOf(sent) }
    const letter = await readLetter(trx, press.id)
    return letter ? { outcome: 'changed', letter } : { outcome: 'unknown' }
  })
