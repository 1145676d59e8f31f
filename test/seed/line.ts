import { linePaths } from '#contract/line/screens.ts'
import { personPath } from '#contract/people/screens.ts'
import { wavePaths } from '#contract/line/waves.ts'
import type { Store } from '#server/db/store.ts'
import { inviteWave, runWaves } from '#server/line/waves.ts'
import { fillLine, emailOf } from '../filled-line.ts'
import { testSecret } from '../fresh-store.ts'
import { dayMs, linePeople, type LinePeople } from '../line-people.ts'
import { hourMs, letMailsLeave, minuteMs, playScene, type Taken } from './scene.ts'

/** A line in which everything has happened that can happen, and its waves. */
export async function line(taken: Taken): Promise<void> {
  let ids: Awaited<ReturnType<typeof fill>>
  const filled = async (store: Store, clock: { now: number }) => {
    ids = await fill(store)
    clock.now = ids.now
  }
  await playScene(taken, { fill: filled }, async ({ take, bob }) => {
    const { owner, waiting } = ids
    await take('line', linePaths.line)
    await take('line-reader', linePaths.line, { as: bob })
    await take('line-credits', linePaths.credits)
    await take('line-credits-place-only', `${linePaths.credits}?state=place-only`)
    await take('line-rewards', linePaths.rewards)
    await take('line-rule', linePaths.rule(waiting, 'counts'))
    await take('line-refuse', linePaths.rule(waiting, 'refused'))
    await take('line-rule-all', linePaths.ruleAll(owner, 'counts'))
    await take('line-withdraw', linePaths.withdraw(owner, 3))
    await take('line-withdraw-wrong', linePaths.withdraw(owner, 3), { form: { note: '' } })
    await take('person-in-line', personPath(owner))
    await take('waves', wavePaths.waves)
    await take('waves-reader', wavePaths.waves, { as: bob })
    await take('wave-new', wavePaths.new)
    const typed = { spots: '5', day: '2027-01-03', time: '18:00', type: '' }
    const ask = (fields: typeof typed) => `${wavePaths.invite}?${new URLSearchParams(fields)}`
    await take('wave-ask', ask(typed))
    await take('wave-new-wrong', ask({ ...typed, day: '2026-11-23' }))
  })
  await oneSpot(taken)
}

/** The first wave has one spot. */
const oneSpot = (taken: Taken) =>
  playScene(taken, { fill: inviteOne }, ({ take }) => take('waves-one-spot', wavePaths.waves))

async function inviteOne(store: Store, { now }: { now: number }) {
  const { clock, enters } = await linePeople(store)
  clock.now = now - 2 * hourMs
  await enters('mila@example.com')
  const wave = { spots: 1, until: now + 7 * dayMs, quizType: null, by: 'anna@fuel.example' }
  await store.transact((trx) => inviteWave(trx, wave, testSecret, now - hourMs))
  await letMailsLeave(store)
}

async function fill(store: Store) {
  const { people, vera } = await fillLine(store)
  const { clock, enters } = people
  clock.now += hourMs
  const waiting = await doubted(people, vera)
  await wavesEnd(store, people)
  const last = await enters(emailOf('athlete50'))
  await people.leaves(await enters(emailOf('athlete51'), last))
  await letMailsLeave(store)
  await store.db.updateTable('line').set({ code: 'V3RA2QK' }).where('personId', '=', vera).execute()
  return { owner: vera, waiting, now: clock.now + minuteMs }
}

/** A friend for each reason for which a credit waits. Returns one of them. */
async function doubted({ clock, enters }: LinePeople, owner: string): Promise<string> {
  const next = (email: string, address: string | null = null) => {
    clock.now += minuteMs
    return enters(email, owner, address)
  }
  const many = Array.from({ length: 10 }, (_, n) => n)
  for (const n of many.slice(0, 4)) await next(`one.network${n}@family${n}.example`, '192.0.2.7')
  for (const n of many.slice(0, 4))
    await next(`cousin${n}@devries-family.example`, `${20 + n}.0.0.7`)
  const waiting = await next('ver.a+1@example.com')
  for (const n of many)
    await next(`${'a-very-long-name'.repeat(3)}${n}@team${n}.example`, `${40 + n}.0.0.7`)
  await next('friend@mailinator.com')
  return waiting
}

/** The spots of the second wave end unused, some people miss it twice, and a third one is invited. */
async function wavesEnd(store: Store, { clock }: LinePeople): Promise<void> {
  clock.now += 2 * dayMs
  await runWaves(store, testSecret, () => clock.now)
  clock.now += minuteMs
  const wave = { spots: 2, until: clock.now + 7 * dayMs, quizType: null, by: 'anna@fuel.example' }
  await store.transact((trx) => inviteWave(trx, wave, testSecret, clock.now))
  clock.now += minuteMs
}
