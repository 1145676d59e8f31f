import { newId } from '#server/db/new-id.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { grouped } from '#contract/figures.ts'
import { actAffects, type ManyAct } from '#contract/people-list.ts'
import { suppressionReasons, type PersonState, type SuppressionReason } from '#contract/waitlist.ts'
import type { Log } from '#server/config/log.ts'
import { inOneJournalEntry } from '#server/db/journal.ts'
import { StoreUnavailable, type Store } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import { nextKeys, type Key, type PeopleFilter } from '#server/people/filter.ts'
import { leave, suppress } from '#server/signup/membership.ts'
import { insertAct, writeOutcome, writeProgress } from '#server/acts/action-log.ts'

/** `filter` is frozen: people who join later are not changed. `query`: the same for the log. */
export type ManyActToRun = {
  operator: string
  act: ManyAct
  filter: PeopleFilter
  query: string
  people: number
  reason?: SuppressionReason
}

/** `ended` never rejects. */
type Run = { changed: number; ended: Promise<unknown> }
export type ManyActs = ReturnType<typeof openManyActs>

/** How often a step is tried again while the store does not answer, a second apart. */
const mostTries = 60

/**
 * Acts on many people, in small transactions beside visitors. Each is in the log before it begins.
 * When the process is killed, the people changed so far stay changed, and the log has their number
 * and no outcome; the same act again changes the others.
 */
export function openManyActs({ store, log, now }: { store: Store; log: Log; now: () => number }) {
  const runs = new Map<string, Run>()
  const stopping = new AbortController()

  async function run(id: string, act: ManyActToRun, state: Run): Promise<void> {
    const steps = smallTransactions(store)
    let after: Key | null = null
    while (!stopping.signal.aborted) {
      const from = { after, order: 'newest' as const, most: steps.rows() }
      const keys: Key[] = await again(() => nextKeys(store.db, act.filter, from))
      if (keys.length === 0) return writeEnd(id, people(state.changed))
      const ids = keys.map((key) => key.id)
      state.changed = await again(() =>
        steps.step(async (trx) => {
          const changed = await inOneJournalEntry(trx, () => change(trx, ids, act, now()))
          await writeProgress(trx, id, detailsOf(act), state.changed + changed)
          return state.changed + changed
        }),
      )
      after = keys.at(-1)!
    }
    await writeEnd(id, `stopped after ${people(state.changed)}, because the server was stopped`)
  }

  /** Tries again while the store does not answer. */
  async function again<T>(work: () => Promise<T>, triesLeft = mostTries): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || triesLeft === 0 || stopping.signal.aborted)
        throw error
      await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => {})
      return again(work, triesLeft - 1)
    }
  }

  const writeEnd = async (id: string, outcome: string) => {
    await again(() => store.transact((trx) => writeOutcome(trx, id, outcome)))
  }

  return {
    /** Writes the act to the log and begins it. Returns its id in the log. */
    async start(act: ManyActToRun): Promise<string> {
      const id = newId()
      await store.transact((trx) =>
        insertAct(
          trx,
          id,
          {
            operator: act.operator,
            action: `${act.act}-many`,
            details: detailsOf(act),
          },
          now(),
        ),
      )
      const state: Run = { changed: 0, ended: Promise.resolve() }
      runs.set(id, state)
      state.ended = run(id, act, state)
        .catch((error: unknown) =>
          log.error({ err: error, act: id }, 'an act on people ended early'),
        )
        .finally(() => runs.delete(id))
      return id
    },
    /** How many people an act has changed so far; null if it is not under way. */
    changed: (id: string): number | null => runs.get(id)?.changed ?? null,
    /** Resolves when the act has ended, or after this time. */
    async wait(id: string, ms: number): Promise<void> {
      await Promise.race([runs.get(id)?.ended, sleep(ms, undefined, { ref: false })])
    },
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all([...runs.values()].map(({ ended }) => ended))
    },
  }
}

const detailsOf = ({ query, people, reason }: ManyActToRun) => ({
  filter: query,
  people,
  ...(reason && { reason }),
})

const people = (count: number) => `${grouped(count)} ${count === 1 ? 'person' : 'people'}`

/** Changes those of these people whom the act affects. Returns how many. */
async function change(
  trx: Transaction<Schema>,
  ids: readonly string[],
  { act, reason }: ManyActToRun,
  now: number,
): Promise<number> {
  const affected: readonly PersonState[] = actAffects[act]
  const found = await trx
    .selectFrom('people')
    .select(['id', 'email'])
    .where('id', 'in', ids)
    .where('state', 'in', affected)
    .orderBy('id')
    .execute()
  for (const person of found)
    await (act === 'take-off'
      ? leave(trx, person.id, now)
      : suppress(trx, person, suppressionReasons[reason ?? 'other'], now))
  return found.length
}
