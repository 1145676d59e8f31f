import { describe, expect, test } from 'vitest'
import { engines, freshStore } from '#test/fresh-store.ts'
import { mailScene, queueTo } from '#test/mailbox.ts'
import { undoOverdue } from './overdue.ts'
import { openMailServer, openRudeServer } from '#test/smtp.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const jumps = [
  ['a day ahead', day],
  ['a year ahead', 365 * day],
  ['a day behind', -day],
] as const

describe.each(engines)('on %s', (engine) => {
  /**
   * Mails that are queued before, during and after the jump; the budgets of the hour, a domain and
   * a mailbox delay some of them.
   */
  async function scene() {
    const server = await openMailServer()
    const scene = mailScene(await freshStore(engine), server.url, { config: { mailsPerHour: 60 } })
    const signUp = (name: string) =>
      queueTo(scene.store, `${name}@gmail.com`, 'confirm', 'unconfirmed', scene.clock.now)
    const domain = async (name: string) => {
      for (let n = 0; n < 4; n++)
        await queueTo(
          scene.store,
          `${name}${n}@team.example`,
          'confirm',
          'unconfirmed',
          scene.clock.now,
        )
    }
    return { ...scene, server, signUp, domain }
  }

  test.each(jumps)(
    'a clock that is %s for a minute while the server runs delays no mail by more than an hour',
    async (_, ms) => {
      const { clock, worker, server, signUp, domain } = await scene()
      await signUp('before')
      await worker.drain()
      clock.now += ms
      for (const name of ['anna', 'bram', 'cato', 'daan', 'emma', 'finn']) await signUp(name)
      await domain('jump')
      await worker.drain()
      clock.now += minute - ms
      await signUp('after')
      for (let waited = 0; waited <= hour; waited += minute, clock.now += minute)
        await worker.drain()
      expect(
        server.received
          .map(({ to }) => to[0])
          .filter((to) => !to!.includes('team.example'))
          .sort(),
      ).toEqual(
        ['after', 'anna', 'before', 'bram', 'cato', 'daan', 'emma', 'finn'].map(
          (name) => `${name}@gmail.com`,
        ),
      )
      expect(server.received).toHaveLength(12)
    },
  )

  test.each(jumps)(
    'neither does a clock that was %s when the previous server stopped',
    async (_, ms) => {
      const { clock, worker, another, server, signUp, domain } = await scene()
      clock.now += ms
      for (const name of ['anna', 'bram', 'cato', 'daan', 'emma', 'finn']) await signUp(name)
      await domain('jump')
      await worker.drain()
      await worker.stop()
      clock.now -= ms
      const next = another()
      await next.begin()
      await signUp('after')
      for (let waited = 0; waited <= hour; waited += minute, clock.now += minute) await next.drain()
      expect(server.received).toHaveLength(11)
    },
  )

  test.each(jumps.slice(0, 2))(
    'a mail server that was unreachable while the clock was %s is tried again when the clock is corrected',
    async (_, ms) => {
      const server = await openRudeServer({ greeting: 'hang up' })
      const { clock, worker, queue } = mailScene(await freshStore(engine), server.url)
      clock.now += ms
      await queue('sanne@gmail.com')
      await worker.drain()
      clock.now += minute - ms
      server.manners = {}
      for (let n = 0; n < 2; n++, clock.now += 2_000) await worker.drain()
      expect(server.taken).toHaveLength(1)
    },
  )

  test('mails that a clock four days ahead made overdue leave when the clock is corrected', async () => {
    const { clock, store, worker, server, signUp } = await scene()
    for (let n = 0; n < 10; n++) await signUp(`athlete${n}`)
    await signUp('held')
    await store.db
      .updateTable('outbox')
      .set({ state: 'overdue', reason: 'put back' })
      .where('email', '=', 'held@gmail.com')
      .execute()
    clock.now += 4 * day
    await worker.drain()
    expect(server.received).toEqual([])
    clock.now += minute - 4 * day
    await undoOverdue(store, clock.now)
    for (let waited = 0; waited <= hour; waited += minute, clock.now += minute) await worker.drain()
    expect(server.received).toHaveLength(10)
  })

  test('mails that are late by the correct clock stay overdue', async () => {
    const { clock, store, worker, server, signUp } = await scene()
    await signUp('sanne')
    clock.now += 3 * day + minute
    await worker.drain()
    await undoOverdue(store, clock.now)
    await undoOverdue(store, clock.now - minute)
    await worker.drain()
    expect(server.received).toEqual([])
  })

  test('a queue that was paused while the clock was a year ahead is probed when the clock is corrected', async () => {
    const server = await openMailServer({ sender: '550 5.7.1 not yours' })
    const { clock, worker, queue } = mailScene(await freshStore(engine), server.url)
    clock.now += 365 * day
    await queue('sanne@gmail.com')
    await worker.drain()
    clock.now += minute - 365 * day
    server.refuse.sender = undefined
    for (let n = 0; n < 2; n++, clock.now += 2_000) await worker.drain()
    expect(server.received).toHaveLength(1)
  })

  test('a mail that was tried while the clock was a year ahead is tried again when the clock is corrected', async () => {
    const server = await openMailServer({ recipient: () => '451 4.7.1 later' })
    const { clock, worker, queue } = mailScene(await freshStore(engine), server.url)
    clock.now += 365 * day
    await queue('sanne@gmail.com')
    await worker.drain()
    clock.now += minute - 365 * day
    server.refuse.recipient = undefined
    for (let n = 0; n < 2; n++, clock.now += 2_000) await worker.drain()
    expect(server.received).toHaveLength(1)
  })
})
