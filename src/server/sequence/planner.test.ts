import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { engines, freshStore } from '#test/fresh-store.ts'
import { sequenceScene } from '#test/sequence-scene.ts'
import { dueProgress } from './planner.ts'
import { startMissed } from './start-sequences.ts'

const hourMs = 3_600_000
const sanne = 'sanne@example.com'
const copy = campaign.sequence!
const [protocol, firstDays, adjust, keep] = copy.steps as [
  (typeof copy.steps)[0],
  (typeof copy.steps)[0],
  (typeof copy.steps)[0],
  (typeof copy.steps)[0],
]

describe.each(engines)('the mails of a sequence on %s', (engine) => {
  const open = async (options?: Parameters<typeof sequenceScene>[1]) =>
    sequenceScene(await freshStore(engine), options)

  test('come on day 0, 2, 5 and 9, and then it is finished', async () => {
    const scene = await open()
    await scene.takeQuiz(sanne, 'stress')
    const counts: number[] = []
    for (let day = 0; day < 12; day++) {
      await scene.after(day)
      counts.push((await scene.arrived(sanne)).length)
    }
    expect(counts).toEqual([1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4])
    expect(await scene.arrived(sanne)).toEqual([
      'protocol stress',
      'first-days stress',
      'adjust stress',
      'keep stress',
    ])
    expect(await scene.sequences(sanne)).toEqual(['stress finished'])
  })

  test('wait for the confirmation, and the first comes with it', async () => {
    const scene = await open()
    await scene.takeQuiz(sanne, 'focus', 'double')
    await scene.run(3)
    expect(await scene.queued(sanne)).toEqual([])
    await scene.confirm(sanne)
    await scene.minute()
    expect(await scene.arrived(sanne)).toEqual(['protocol focus'])
  })

  test('[BACK-4] wait while mail to the address is suspended, and then continue', async () => {
    const scene = await open()
    await scene.takeQuiz(sanne, 'stress')
    await scene.after(1)
    const until = scene.clock.now + 14 * 24 * hourMs
    await scene.store.db.updateTable('people').set({ mailSuspendedUntil: until }).execute()
    for (let day = 2; day < 14; day++) await scene.after(day)
    expect(await scene.arrived(sanne)).toEqual(['protocol stress'])
    const queued = scene.store.db.selectFrom('outbox').select('id').execute()
    expect((await queued).length).toBeLessThan(5)
    for (let day = 15; day < 18; day++) await scene.after(day)
    expect((await scene.arrived(sanne)).slice(0, 2)).toEqual([
      'protocol stress',
      'first-days stress',
    ])
  })

  test('the first goes at night, the others wait for eight in the morning', async () => {
    const scene = await open()
    await scene.after(0, 14 * hourMs)
    await scene.takeQuiz(sanne)
    await scene.minute()
    expect(await scene.arrived(sanne)).toEqual(['protocol focus'])
    await scene.after(2, 19 * hourMs - 1)
    expect(await scene.arrived(sanne)).toHaveLength(1)
    await scene.after(2, 19 * hourMs)
    expect(await scene.arrived(sanne)).toHaveLength(2)
  })

  test('a newer result within a day changes the type of the next mail, and sends none by itself', async () => {
    const scene = await open()
    await scene.takeQuiz(sanne, 'focus')
    await scene.after(0)
    await scene.after(0, 24 * hourMs - 1)
    await scene.takeQuiz(sanne, 'energy')
    await scene.after(2)
    expect(await scene.arrived(sanne)).toEqual(['protocol focus', 'first-days energy'])
    expect(await scene.sequences(sanne)).toEqual(['focus replaced', 'energy active'])
  })

  test('a newer result changes the type of a mail that is queued already', async () => {
    const scene = await open()
    await scene.takeQuiz(sanne, 'focus')
    await scene.planner.run()
    await scene.takeQuiz(sanne, 'energy')
    await scene.minute()
    expect(await scene.arrived(sanne)).toEqual(['protocol energy'])
  })

  test('a newer result after a day restarts the sequence, and the waiting mail of the older one is cancelled', async () => {
    const scene = await open()
    await scene.takeQuiz(sanne, 'focus')
    await scene.after(0)
    scene.clock.now += 48 * hourMs
    await scene.planner.run()
    await scene.takeQuiz(sanne, 'energy')
    await scene.minute()
    expect(await scene.queued(sanne)).toEqual([
      'protocol kept',
      'first-days cancelled: replaced by a newer result',
      'protocol kept',
    ])
    await scene.run(12)
    expect(await scene.arrived(sanne)).toEqual([
      'protocol focus',
      'protocol energy',
      'first-days energy',
      'adjust energy',
      'keep energy',
    ])
  })

  test('a result a day brings three first mails in 30 days; later ones change the type alone', async () => {
    const scene = await open()
    for (let day = 0; day < 30; day++) {
      await scene.takeQuiz(sanne, day % 2 ? 'energy' : 'focus')
      await scene.after(day, 1)
    }
    expect((await scene.arrived(sanne)).filter((mail) => mail.startsWith('protocol'))).toHaveLength(
      3,
    )
    await scene.after(31)
    await scene.takeQuiz(sanne, 'stress')
    await scene.minute()
    expect((await scene.arrived(sanne)).at(-1)).toBe('protocol stress')
  })

  test('forty results of one confirmed address, half of them never requested, queue one mail', async () => {
    const scene = await open()
    for (let n = 0; n < 20; n++) {
      await scene.takeQuiz(sanne)
      await scene.save(sanne, 'energy', 'single')
    }
    await scene.minute()
    await startMissed(scene.store, copy, scene.clock.now + hourMs)
    await scene.minute()
    expect(await scene.arrived(sanne)).toHaveLength(1)
    expect((await scene.sequences(sanne)).filter((one) => one.endsWith('active'))).toHaveLength(1)
  })

  test('end when the person leaves, and go on where they were with a later result', async () => {
    const scene = await open()
    await scene.takeQuiz(sanne)
    await scene.after(0)
    await scene.leave(sanne)
    scene.clock.now += hourMs
    await scene.takeQuiz(sanne, 'energy', 'double')
    await scene.run(3)
    expect(await scene.arrived(sanne)).toEqual(['protocol focus'])
    await scene.confirm(sanne)
    await scene.run(1)
    expect(await scene.arrived(sanne)).toEqual(['protocol focus', 'first-days energy'])
  })

  test.each(['suppressed', 'bounced', 'complained'] as const)(
    'none goes to an address that is %s',
    async (state) => {
      const scene = await open()
      await scene.takeQuiz(sanne)
      await scene.after(0)
      await scene.store.db.updateTable('people').set({ state }).execute()
      await scene.run(10)
      expect([await scene.queued(sanne), await scene.sequences(sanne)]).toEqual([
        ['protocol kept'],
        ['focus stopped'],
      ])
    },
  )

  test('after a stop of the server they come one a day, in order', async () => {
    const scene = await open()
    await scene.takeQuiz(sanne)
    await scene.after(0)
    const counts: number[] = []
    for (const day of [12, 12.5, 12.99, 13, 14, 15]) {
      await scene.after(day)
      counts.push((await scene.arrived(sanne)).length)
    }
    expect(counts).toEqual([2, 2, 2, 3, 4, 4])
    expect((await scene.arrived(sanne)).map((mail) => mail.split(' ')[0])).toEqual([
      'protocol',
      'first-days',
      'adjust',
      'keep',
    ])
  })

  test('one that is more than 14 days late waits for the operator', async () => {
    const scene = await open()
    await scene.takeQuiz(sanne)
    await scene.after(0)
    await scene.after(16, hourMs)
    await scene.after(30)
    expect(await scene.queued(sanne)).toEqual([
      'protocol kept',
      'first-days overdue: waited for too long',
    ])
    const daan = 'daan@example.com'
    await scene.takeQuiz(daan)
    await scene.minute()
    await scene.after(30 + 15.9)
    expect(await scene.arrived(daan)).toHaveLength(2)
  })

  test('a clock that was set back sends none twice', async () => {
    const scene = await open()
    await scene.takeQuiz(sanne)
    await scene.after(2)
    await scene.after(1)
    await scene.takeQuiz(sanne, 'energy')
    for (const day of [-400, -1, 0, 1]) await scene.after(day)
    expect(await scene.arrived(sanne)).toEqual(['protocol focus'])
    await scene.run(12)
    expect((await scene.arrived(sanne)).map((mail) => mail.split(' ')[0])).toEqual([
      'protocol',
      'first-days',
      'adjust',
      'keep',
    ])
  })

  test('continue by name when steps are added or removed in mid-campaign', async () => {
    const scene = await open()
    await scene.takeQuiz(sanne)
    await scene.after(0)
    await scene.after(2)
    const changed = scene.withCopy({
      ...copy,
      steps: [
        { ...protocol, name: 'hello' },
        firstDays,
        { ...adjust, name: 'between', afterDays: 3 },
        { ...keep, afterDays: 6 },
      ],
    })
    await changed.run(6)
    expect((await changed.arrived(sanne)).map((mail) => mail.split(' ')[0])).toEqual([
      'protocol',
      'first-days',
      'between',
      'keep',
    ])
  })

  test('go on with the first later day when the last step is gone, also where it was queued', async () => {
    const scene = await open()
    await scene.takeQuiz(sanne)
    await scene.after(0)
    scene.clock.now += 48 * hourMs
    await scene.planner.run()
    const changed = scene.withCopy({
      ...copy,
      steps: [{ ...protocol, name: 'hello' }, { ...firstDays, name: 'second' }, keep],
    })
    await changed.run(9)
    expect((await changed.queued(sanne)).map((mail) => mail.split(':')[0])).toEqual([
      'protocol kept',
      'first-days cancelled',
      'second kept',
      'keep kept',
    ])
  })

  test('end when the campaign is closed, but for a step that says otherwise', async () => {
    const scene = await open()
    await scene.takeQuiz(sanne)
    await scene.after(0)
    const last = { ...adjust, stops: adjust.stops.filter((rule) => rule !== 'closed') }
    await scene.withCopy({ ...copy, closed: true, steps: [protocol, last] }).run(6)
    expect(await scene.arrived(sanne)).toEqual(['protocol focus', 'adjust focus'])
    await scene.takeQuiz('daan@example.com')
    await scene.withCopy({ ...copy, closed: true }).run(1)
    expect([
      await scene.queued('daan@example.com'),
      await scene.sequences('daan@example.com'),
    ]).toEqual([[], ['focus stopped']])
  })

  test('two planners at the same time queue each step once', async () => {
    const scene = await open()
    for (let n = 0; n < 250; n++) await scene.takeQuiz(`athlete${n}@example.com`)
    await Promise.all([
      scene.planner.run(),
      scene.withCopy(copy).planner.run(),
      scene.withCopy(copy).planner.run(),
    ])
    expect(
      await scene.store.db
        .selectFrom('outbox')
        .select('id')
        .where('template', '=', 'sequence')
        .execute(),
    ).toHaveLength(250)
  })
})

test('the due ones are found by an index, without sorting', async () => {
  const { db } = await freshStore('sqlite')
  const plan = await dueProgress(db, 1, 200).explain<{ detail: string }>(undefined, sql`query plan`)
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH sequence_places USING INDEX sequence_places_by_due (dueAt<?)',
  ])
})
