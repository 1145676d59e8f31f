import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import { engines, freshStore, storeEngines } from '#test/fresh-store.ts'
import { addListed, sentLetter } from '#test/letters.ts'
import { mailScene, noon } from '#test/mailbox.ts'
import { sequenceScene } from '#test/sequence-scene.ts'
import { openMailServer } from '#test/smtp.ts'
import { readLetterCounts } from '#server/letters/letter.ts'
import type { Store } from '#server/db/store.ts'
import { openLetterPlanner, resumeLetter } from '#server/letters/states.ts'
import { describeHeld, holdMails, type Holding } from './hold.ts'
import { resumeQueue } from './queue-pause.ts'

const sequence = campaign.sequence
const minuteMs = 60_000
const alone = (store: Store, copy: SequenceCopy | null, now: number): Holding => ({
  store,
  sequence: copy,
  alone: true,
  time: { now: () => now, rest: async () => {} },
  print: () => {},
})

describe.each(engines)('holding the mail on %s', (engine) => {
  test('holds all due steps and results whose sequence has not started, however many, and the server queues none of them later', async () => {
    const scene = sequenceScene(await freshStore(engine))
    const { store, clock } = scene
    for (let n = 0; n < 450; n++) await scene.save(`athlete${n}@example.com`, 'focus', 'single')
    const held = await holdMails(alone(store, sequence, clock.now + minuteMs), 'put back')
    expect(await store.db.selectFrom('outbox').select('state').distinct().execute()).toEqual([
      { state: 'overdue' },
    ])
    await scene.run(1)
    expect(
      await store.db.selectFrom('outbox').select('id').where('template', '=', 'sequence').execute(),
    ).toHaveLength(450)
    const all = await store.db.selectFrom('outbox').select('id').execute()
    expect([held.count, held.first.length]).toEqual([all.length, 50])
    expect(describeHeld(held).slice(-2)).toEqual([
      `  and ${all.length - 50} more`,
      expect.stringMatching(/^Mail is paused\./),
    ])
  })

  test('of a campaign without a sequence holds waiting mails, and starts no sequence', async () => {
    const scene = sequenceScene(await freshStore(engine))
    await scene.save('sanne@example.com', 'focus', 'double')
    const held = await holdMails(alone(scene.store, null, scene.clock.now + minuteMs), 'put back')
    expect(held.first.map(({ template }) => template)).toEqual(['confirm'])
    expect(await scene.sequences('sanne@example.com')).toEqual([])
  })
})

/** What a restore puts back of a letter that is being sent. */
const tables = ['letters', 'letter_runs', 'letter_counts', 'budgets', 'outbox'] as const

describe.each(storeEngines)('a letter on a store of %s that is put back', (engine) => {
  /** A letter to 125 people, of whom 50 had it at the time to which the store is put back. */
  async function putBack() {
    const server = await openMailServer()
    const store = await freshStore(engine)
    await addListed(
      store,
      Array.from({ length: 125 }, (_, n) => ({ id: `p${100 + n}` })),
    )
    const scene = mailScene(store, server.url)
    const { id } = await sentLetter(store, noon)
    const planner = openLetterPlanner({ store, now: () => scene.clock.now, queued: () => {} })
    const sendFor = async (hours: number) => {
      for (let minute = 0; minute < hours * 60; minute += 10) {
        await scene.worker.drain()
        await planner.run()
        scene.clock.now += 10 * minuteMs
      }
      return server.received.length
    }
    await scene.worker.drain()
    expect(server.received).toHaveLength(50)
    const backup = new Map<string, object[]>()
    for (const table of tables)
      backup.set(table, await store.db.selectFrom(table).selectAll().execute())
    expect(await sendFor(3)).toBe(125)
    for (const table of tables) {
      await store.db.deleteFrom(table).execute()
      await store.db
        .insertInto(table)
        .values(backup.get(table) as never)
        .execute()
    }
    const held = await holdMails(alone(store, null, scene.clock.now), 'put back')
    const copies = () =>
      server.received.length - new Set(server.received.map(({ to }) => to[0])).size
    return { ...scene, id, held, sendFor, copies }
  }

  test('[LETTER-2] is held: after mail is resumed and released nobody gets a second copy', async () => {
    const { store, clock, held, sendFor, copies } = await putBack()
    expect(held).toMatchObject({ count: 0, letters: 1 })
    expect(describeHeld(held).at(-2)).toMatch(/^1 letter is held: people may already have it/)
    await store.transact((trx) => resumeQueue(trx, clock.now))
    expect([await sendFor(4), copies()]).toEqual([125, 0])
  })

  test('[LETTER-2] goes on where it was once the operator resumes it, and the store says how many may have it', async () => {
    const { store, clock, id, sendFor, copies } = await putBack()
    await store.transact((trx) => resumeQueue(trx, clock.now))
    const { total } = await readLetterCounts(store.db, id)
    expect(total).toMatchObject({ queued: 125, accepted: 50 })
    await store.transact((trx) => resumeLetter(trx, id, clock.now))
    expect([await sendFor(4), copies()]).toEqual([200, 75])
  })
})
