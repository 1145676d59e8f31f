import { campaign } from '#campaign'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import { performanceTypes } from './quiz-taker.ts'
import { noOrigin } from '#contract/people/waitlist.ts'
import { lockedForChange } from '#server/db/locks.ts'
import { openStore } from '#server/db/open.ts'
import { StoreUnavailable, type Store, type StoreLocation } from '#server/db/store.ts'
import { storeResult } from '#server/quiz/save-result.ts'
import { erasePerson } from '#server/signup/erasure.ts'
import { joinAll } from '#server/signup/sign-up.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { leave, suppress } from '#server/signup/membership.ts'
import { testSecret } from './fresh-store.ts'
import { resultFor } from './quiz-taker.ts'
import { silentLog } from './silent-log.ts'
import { timeLimits } from './time-limits.ts'

export type LiveAct =
  | { does: 'confirm' | 'leave' | 'suppress' | 'erase' }
  | { does: 'save'; type: PerformanceType }

/** The counts of an act that remain when people leave. */
export type Added = { confirmedAt: number } | { saved: PerformanceType } | null

/** One act of the person with this address, who joins where nobody has it. `now` is in ms. */
export async function act(store: Store, email: string, what: LiveAct, now: number): Promise<Added> {
  const consent = campaign.consents[0]
  const signUp = { ...noOrigin, email, consent, charges: null, placement: 'hero' as const }
  return store.transact(async (trx): Promise<Added> => {
    const found = trx.selectFrom('people').select(['id', 'confirmedAt']).where('email', '=', email)
    if (what.does === 'erase') return (await erasePerson(trx, email, testSecret, now), null)
    if (what.does === 'save') {
      const save = { ...signUp, key: null, result: resultFor(what.type) }
      return (await storeResult(trx, save, 'double', now), { saved: what.type })
    }
    const person = await lockedForChange(trx, found).executeTakeFirst()
    if (!person) return (await joinAll(trx, [signUp], 'double', now), null)
    if (what.does === 'leave') return (await leave(trx, person.id, now), null)
    if (what.does === 'suppress')
      return (await suppress(trx, { id: person.id, email }, 'suppressed', now), null)
    const result = await confirmPerson(trx, person.id, now)
    return result === 'done' && person.confirmedAt === null ? { confirmedAt: now } : null
  })
}

/** Draws the same numbers in each run. */
export function drawing(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const oftenAs = { confirm: 8, leave: 4, save: 4, erase: 2, suppress: 1 } as const
const drawn = Object.entries(oftenAs).flatMap(([does, times]) =>
  Array<keyof typeof oftenAs>(times).fill(does as keyof typeof oftenAs),
)

export const drawAct = (draw: (below: number) => number): LiveAct => {
  const does = drawn[draw(drawn.length)]!
  return does === 'save'
    ? { does, type: performanceTypes[draw(performanceTypes.length)]! }
    : { does }
}

export type Acts = { seed: number; acts: number; people: number; from: number; lastMs: number }
/** At once, as the requests of a server are. */
const lanes = 4

/**
 * Does random acts on the store as one of several processes, spread over `lastMs` from `from` (ms).
 * An act that the store refused, because another process was quicker, is repeated.
 */
export async function actAll(where: StoreLocation, all: Acts): Promise<Added[]> {
  const store = await openStore(where, {
    log: silentLog,
    role: 'command',
    journalKey: () => testSecret,
    timeLimits,
  })
  const draw = drawing(all.seed)
  const waiting = Array.from({ length: all.acts }, (_, n) => ({
    email: `person${draw(all.people)}@example.com`,
    what: drawAct(draw),
    now: all.from + Math.floor((n * all.lastMs) / all.acts),
  }))
  const added: Added[] = []
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      added.push(await untilTaken(store, next))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  await store.close()
  return added.filter(Boolean)
}

async function untilTaken(
  store: Store,
  one: { email: string; what: LiveAct; now: number },
): Promise<Added> {
  for (;;)
    try {
      return await act(store, one.email, one.what, one.now)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
}
