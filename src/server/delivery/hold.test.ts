import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign/campaign.ts'
import type { SequenceCopy } from '#contract/sequence.ts'
import type { Store } from '#server/db/open.ts'
import { resumeLetter } from '#server/letters/acts.ts'
import { openLetterPlanner } from '#server/letters/planner.ts'
import { queueRecipients } from '#server/letters/queue-recipients.ts'
import { engines, freshStore } from '#test/fresh-store.ts'
import { addListed, sentLetter } from '#test/letters.ts'
import { noon } from '#test/mailbox.ts'
import { sequenceScene } from '#test/sequence-scene.ts'
import { describeHeld, holdMails, type Holding } from './hold.ts'

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

  test('[LETTER-2] holds all mails of a letter whose recipients were not all queued, so that a resume sends nobody a second copy', async () => {
    const store = await freshStore(engine)
    await addListed(
      store,
      Array.from({ length: 700 }, (_, n) => ({ id: `p${String(n).padStart(3, '0')}` })),
    )
    const { id } = await sentLetter(store, noon)
    let steps = 0
    const goOn = async () => ++steps === 1
    await queueRecipients(store, { now: () => noon, goOn, queued: () => {}, rest: async () => {} })
    const mailsIn = async () =>
      (await store.db.selectFrom('outbox').select('state').execute()).map(({ state }) => state)
    expect((await mailsIn()).length).toBeLessThan(700)
    const held = await holdMails(alone(store, null, noon), 'put back')
    expect(held).toMatchObject({ count: 700, letters: 1 })
    expect(describeHeld(held).at(-2)).toMatch(/^1 letter is paused\. Look at each/)
    await store.transact((trx) => resumeLetter(trx, id, noon))
    await openLetterPlanner({ store, now: () => noon, queued: () => {} }).run()
    expect(await mailsIn()).toEqual(Array(700).fill('overdue'))
  })

  test('of a campaign without a sequence holds waiting mails, and starts no sequence', async () => {
    const scene = sequenceScene(await freshStore(engine))
    await scene.save('sanne@example.com', 'focus', 'double')
    const held = await holdMails(alone(scene.store, null, scene.clock.now + minuteMs), 'put back')
    expect(held.first.map(({ template }) => template)).toEqual(['confirm'])
    expect(await scene.sequences('sanne@example.com')).toEqual([])
  })
})
