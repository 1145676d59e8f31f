import type { LetterProblem } from '#contract/letters.ts'
import type { Db, Store } from '#server/db/open.ts'
import { countByProvider, countWithout, storedAudience, type ProviderCount } from './audience.ts'
import { namesWithoutFallback, problemsOf, type TextRules } from './checks.ts'
import { letterOf, readLetter, type Letter } from './letter.ts'
import { beginRuns } from './runs.ts'

export type CheckDeps = TextRules & { db: Db }
/** `people`: exactly how many would get it. It can be sent if there are no problems. */
export type Checked = {
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
