import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { engines, freshStore } from '#test/fresh-store.ts'
import { sequenceScene } from '#test/sequence-scene.ts'
import { printPlan } from './plan-report.ts'

const copy = campaign.sequence!
const people = ['sanne', 'daan', 'noor', 'milan', 'lotte', 'femke', 'bram'].map(
  (name) => `${name}@example.com`,
) as [string, string, string, string, string, string, string]
const [sanne, daan, noor, milan, lotte, femke, bram] = people

describe.each(engines)('the plan on %s', (engine) => {
  const open = async () => {
    const scene = sequenceScene(await freshStore(engine))
    const plan = async (days = 14, addresses = true, sequence = copy) => {
      const lines: string[] = []
      await printPlan(scene.store.db, sequence, {
        now: scene.clock.now,
        days,
        addresses,
        print: (line) => void lines.push(line),
      })
      return lines
    }
    return { ...scene, plan }
  }

  test("lists each person's mails with their times, and changes nothing", async () => {
    const { takeQuiz, after, plan, store } = await open()
    await takeQuiz(sanne, 'stress')
    await after(0)
    await after(0.4)
    await takeQuiz(daan)
    const before = await store.db.selectFrom('sequence_places').selectAll().execute()
    expect((await plan(5)).slice(0, 2).sort()).toEqual([
      `${daan}  focus  protocol 2026-11-21 22:36, first-days 2026-11-24 08:00`,
      `${sanne}  stress  first-days 2026-11-23 13:00, adjust 2026-11-26 13:00`,
    ])
    expect(await store.db.selectFrom('sequence_places').selectAll().execute()).toEqual(before)
  })

  test('as JSON is an object for each person, masked, with times written out and no sums', async () => {
    const { takeQuiz, after, store, clock } = await open()
    await takeQuiz(sanne, 'stress')
    await after(0)
    const lines: string[] = []
    await printPlan(store.db, copy, {
      now: clock.now,
      days: 3,
      addresses: false,
      json: true,
      print: (line) => void lines.push(line),
    })
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        email: 'sa***@example.com',
        type: 'stress',
        steps: [{ name: 'first-days', at: '2026-11-23T12:00:00.000Z' }],
      },
    ])
  })

  test('is what then happens', async () => {
    const { takeQuiz, after, plan, run, clock, arrived } = await open()
    for (const [index, email] of people.entries()) {
      await takeQuiz(email, 'focus')
      await after(index * 0.75)
    }
    await after(20)
    const planned = new Map(
      (await plan(7)).map((line) => [
        line.split(' ')[0]!,
        [...line.matchAll(/([a-z-]+) 2026/g)].map(([, step]) => step),
      ]),
    )
    const before = await Promise.all(people.map(async (email) => (await arrived(email)).length))
    await run(7)
    clock.now += 1
    for (const [index, email] of people.entries())
      expect((await arrived(email)).slice(before[index]).map((mail) => mail.split(' ')[0])).toEqual(
        planned.get(email),
      )
  })

  test('gives the reason why a person gets nothing', async () => {
    const { takeQuiz, after, plan, leave, store, planner, clock } = await open()
    await takeQuiz(bram)
    for (const day of [0, 2, 5, 9, 20]) await after(day)
    await takeQuiz(sanne, 'focus', 'double')
    for (const email of [daan, noor, milan, lotte, femke]) await takeQuiz(email)
    await after(20)
    await leave(daan)
    await store.db
      .updateTable('people')
      .set({ state: 'suppressed' })
      .where('email', '=', noor)
      .execute()
    clock.now += 2 * 86_400_000
    await planner.run()
    for (const [email, state] of [
      [milan, 'dead'],
      [lotte, 'overdue'],
    ] as const)
      await store.db
        .updateTable('outbox')
        .set({ state })
        .where('email', '=', email)
        .where('state', '=', 'due')
        .execute()
    const lines = await plan(1)
    const reasonOf = (email: string) =>
      lines.find((line) => line.startsWith(email))?.replace(/^.*?  .*?  /, '')
    expect(people.map(reasonOf)).toEqual([
      'nothing: has not confirmed yet',
      'nothing: left the list',
      'nothing: the address is suppressed',
      'nothing: its mail was refused: npm run mail -- retry',
      'nothing: its mail is more than 14 days late: npm run mail -- release',
      'first-days 2026-12-13 13:00',
      'nothing: has had every step',
    ])
    expect(lines).toContain('        1 nothing: has not confirmed yet')
    expect(
      (await plan(14, true, { ...copy, closed: true })).find((line) => line.startsWith(sanne)),
    ).toBe(`${sanne}  focus  nothing: the campaign is closed`)
  })

  test('sums up by day and by step, of as many people as there are, with addresses masked', async () => {
    const { takeQuiz, plan } = await open()
    for (let n = 0; n < 501; n++) await takeQuiz(`athlete${n}@example.com`)
    const lines = await plan(4, false)
    expect(lines[0]).toBe(
      'at***@example.com  focus  protocol 2026-11-21 13:00, first-days 2026-11-23 13:00',
    )
    expect(lines.slice(501)).toEqual([
      'by day      protocol  first-days  adjust  keep',
      '2026-11-21       501           0       0     0',
      '2026-11-23         0         501       0     0',
      expect.stringContaining('Europe/Amsterdam'),
    ])
  })
})
