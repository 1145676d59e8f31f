import { expect, test } from 'vitest'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { mailScene, noon } from '#test/mailbox.ts'
import { openMailServer } from '#test/smtp.ts'

const minute = 60_000
const day = 24 * 60 * minute
const mailServer = await openMailServer()
const email = 'sanne@example.com'

/** A server, and another one on the same store whose clock is 40 days ahead. */
async function twoServers(engine: (typeof storeEngines)[number], mayDeliver: boolean) {
  const store = await freshStore(engine)
  const right = mailScene(store, mailServer.url)
  const ahead = mailScene(store, mailServer.url, {
    calendar: () => noon,
    mayDeliver: () => mayDeliver,
  })
  ahead.clock.now += 40 * day
  mailServer.received.length = 0
  mailServer.beforeAnswer = async () => {}
  return { right, ahead }
}
const received = () => mailServer.received.map(({ to }) => to[0])

test.each(storeEngines)(
  'a server that may not deliver takes no mail, sets none aside as late, and leaves those that another one sends (%s)',
  async (engine) => {
    const { right, ahead } = await twoServers(engine, false)
    const answered = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    mailServer.beforeAnswer = () => (reached.resolve(), answered.promise)
    await right.queue(email)
    const sent = right.worker.drain()
    await reached.promise
    await right.queue('ruben@example.org')
    await ahead.worker.drain()
    expect((await right.row('ruben@example.org')).state).toBe('due')
    expect((await right.row(email)).state).toBe('sending')
    answered.resolve()
    await sent
    await right.worker.drain()
    expect(received().toSorted()).toEqual(['ruben@example.org', email])
  },
)

test.each(storeEngines)(
  'a mail that a doubtful server was sending as it ended is sent again within a quarter of an hour, not after 40 days (%s)',
  async (engine) => {
    const { right, ahead } = await twoServers(engine, true)
    const ended = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    mailServer.beforeAnswer = () => (reached.resolve(), ended.promise)
    await ahead.queue(email)
    const sent = ahead.worker.drain()
    await reached.promise
    expect((await right.row(email)).leaseUntil).toBeLessThan(noon + 5 * minute)
    mailServer.beforeAnswer = async () => {}
    // What the doubtful server has spent of the budgets counts as spent now.
    for (const minutes of [5, 10, 15]) {
      right.clock.now = noon + minutes * minute
      await right.worker.drain()
    }
    expect(received()).toEqual([email])
    ended.resolve()
    await sent
  },
)
