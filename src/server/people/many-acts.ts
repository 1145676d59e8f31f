import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Question } from '#contract/dashboard/ask.ts'
import {
  actAffects,
  describeQuery,
  peopleHref,
  peoplePaths,
  type ManyAct,
  type PeopleQuery,
  type StateCounts,
} from '#contract/people/list.ts'
import { grouped, peopleText } from '#contract/english.ts'
import {
  personStates,
  suppressionReasons,
  type PersonState,
  type SuppressionReason,
} from '#contract/people/waitlist.ts'
import { act, type Act, type Acting } from '#server/acts/act.ts'
import { writeProgress } from '#server/acts/action-log.ts'
import { inOneJournalEntry } from '#server/db/journal.ts'
import { lockedForChange } from '#server/db/locks.ts'
import { StoreUnavailable, type Store } from '#server/db/store.ts'
import type { Position } from '#server/http/list.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/transaction.ts'
import { leave, suppress } from '#server/signup/membership.ts'
import { suppressionChoice, suppressionReason } from './acts.ts'
import {
  countStates,
  lastPersonId,
  nextKeys,
  filterOf,
  queryText,
  readPeopleQuery,
} from './filter.ts'

type ManyActDeps = { store: Store; campaign: { timeZone: string }; now: () => number }

/** The filtered people. `until` freezes the filter: people who join later are not changed. */
type Filtered = { query: PeopleQuery; until: string; states: StateCounts; people: number }
type Fields = { reason?: SuppressionReason | undefined }

type Words = {
  said: string
  title: (people: string) => string
  button: (people: string) => string
  mail: string
  wayBack: string
}

const words: Record<ManyAct, Words> = {
  'take-off': {
    said: 'Took people off the list',
    title: (people) => `Take ${people} off the list?`,
    button: (people) => `Take ${people} off the list`,
    mail: 'none from now on; waiting mails are cancelled',
    wayBack: 'only by each person: a new sign-up and a new confirmation',
  },
  suppress: {
    said: 'Suppressed people',
    title: (people) => `Suppress ${people}?`,
    button: (people) => `Suppress ${people}`,
    mail: 'none, ever; waiting mails are cancelled',
    wayBack: 'none: a new sign-up or an import brings no mail either',
  },
}

/**
 * DASH-4: an act on many people, in small transactions beside visitors. When the process is killed,
 * the people changed so far stay changed, and the log has their number and no outcome; the same act
 * again changes the others.
 */
const manyAct = (name: ManyAct) =>
  act<ManyActDeps>()<Filtered, Filtered, Fields>({
    name: `${name}-many`,
    said: words[name].said,
    path: peoplePaths.manyAct(name),
    find: (deps, sent, isPressed) => filtered(name, deps, sent, isPressed),
    ask: async (_, found) => question(name, found),
    ...(name === 'suppress' && { fields: z.object({ reason: suppressionReason }) }),
    details: detailsOf,
    run: (deps, acting) => changeAll(name, deps, acting),
    outcome: (outcome) => outcome,
    leadsTo: () => peoplePaths.list,
    progress: peoplePaths.progress,
  })

/** Without what its page has frozen, a press changes nobody. */
async function filtered(
  name: ManyAct,
  { store: { db }, campaign }: ManyActDeps,
  sent: Readonly<Record<string, unknown>>,
  isPressed: boolean,
): Promise<Filtered | null> {
  const query = readPeopleQuery(sent)
  const until = isPressed ? sent['until'] : await lastPersonId(db)
  if (query === null || typeof until !== 'string') return null
  if (isPressed && !/^[\w-]{1,40}$/.test(until)) return null
  const states = await countStates(db, filterOf(query, campaign.timeZone, until))
  const people = actAffects[name].reduce((sum, state) => sum + states[state], 0)
  return { query, until, states, people }
}

function question(name: ManyAct, { query, until, states, people: count }: Filtered): Question {
  const { title, button, mail, wayBack } = words[name]
  return {
    nav: 'people',
    crumb: { label: 'People', path: peopleHref(peoplePaths.list, query) },
    note: 'People who join from now on are not included. The log names you.',
    title: count === 0 ? 'Nothing to do' : title(peopleText(count)),
    facts: {
      Filter: describeQuery(query),
      People: grouped(count),
      'Not affected': notAffected(name, states),
      ...(count > 0 && {
        Mail: mail,
        Stays: 'everything that is stored about them',
        'Way back': wayBack,
      }),
    },
    sends: [...Object.entries(query), ['until', until]],
    inputs: name === 'suppress' ? [suppressionChoice] : [],
    button: count === 0 ? null : button(peopleText(count)),
    danger: name === 'suppress',
    back: count === 0 ? 'Back to the list' : 'Change nothing',
  }
}

/** How many stay as they are, and why. */
function notAffected(name: ManyAct, states: StateCounts): string {
  const affected: readonly PersonState[] = actAffects[name]
  const others = personStates.filter((state) => !affected.includes(state) && states[state] > 0)
  return others.length === 0
    ? '0'
    : others.map((state) => `${grouped(states[state])} ${whyNot[state]}`).join(', ')
}

const whyNot: Record<PersonState, string> = {
  unconfirmed: 'unconfirmed',
  confirmed: 'confirmed',
  unsubscribed: 'left already',
  bounced: 'get no mail already (bounced)',
  complained: 'get no mail already (complained)',
  suppressed: 'get no mail already (suppressed)',
}

type Many = Acting<Filtered, Fields>

const detailsOf = ({ subject, fields: { reason } }: Pick<Many, 'subject' | 'fields'>) => ({
  filter: queryText(subject.query),
  people: subject.people,
  ...(reason && { reason }),
})

async function changeAll(
  name: ManyAct,
  { store, campaign, now }: ManyActDeps,
  acting: Many,
): Promise<string> {
  const { id, subject, fields, stopping } = acting
  const filter = filterOf(subject.query, campaign.timeZone, subject.until)
  const steps = smallTransactions(store)
  let changed = 0
  for (let after: Position | null = null; ;) {
    if (stopping?.aborted)
      return `stopped after ${peopleText(changed)}, because the server was stopped`
    const from = { after, order: 'newest' as const, most: steps.rows() }
    const keys: Position[] = await again(() => nextKeys(store.db, filter, from), stopping)
    if (keys.length === 0) return peopleText(changed)
    const ids = keys.map((key) => key.id)
    const step = () =>
      steps.step(async (trx) => {
        const more = await inOneJournalEntry(trx, () => change(trx, ids, name, fields, now()))
        await writeProgress(trx, id, detailsOf(acting), changed + more)
        return changed + more
      })
    changed = await again(step, stopping)
    after = keys.at(-1)!
  }
}

/** How often a step is tried again while the store does not answer, a second apart. */
const mostTries = 60

async function again<T>(
  work: () => Promise<T>,
  stopping: AbortSignal | undefined,
  triesLeft = mostTries,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || triesLeft === 0 || stopping?.aborted) throw error
    await sleep(1_000, undefined, { signal: stopping }).catch(() => {})
    return again(work, stopping, triesLeft - 1)
  }
}

/** Changes those of these people whom the act affects. Returns how many. */
async function change(
  trx: Transaction<Schema>,
  ids: readonly string[],
  name: ManyAct,
  { reason = 'other' }: Fields,
  now: number,
): Promise<number> {
  const affected: readonly PersonState[] = actAffects[name]
  const toChange = trx
    .selectFrom('people')
    .select(['id', 'email'])
    .where('id', 'in', ids)
    .where('state', 'in', affected)
    .orderBy('id')
  const found = await lockedForChange(trx, toChange).execute()
  for (const person of found)
    await (name === 'take-off'
      ? leave(trx, person.id, now)
      : suppress(trx, person, suppressionReasons[reason], now))
  return found.length
}

/** DASH-4: every act on many people. */
export const manyPeopleActs: readonly Act<ManyActDeps>[] = [
  manyAct('take-off'),
  manyAct('suppress'),
]
