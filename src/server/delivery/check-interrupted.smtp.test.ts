import { describe, expect, test } from 'vitest'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { mailScene } from '#test/mailbox.ts'
import { openMailServer } from '#test/smtp.ts'
import { pauseUntilResumed, resumeQueue } from './queue-pause.ts'
import { connections } from './transport.ts'

const suspended = '550 Your account has been suspended'
const minuteMs = 60_000
const probe = 'b@gmail.com'
/** The first mails of all connections get the answer about the account. */
const team = Array.from({ length: connections + 2 }, (_, n) => `a${n}@team.example`)

type Scene = ReturnType<typeof mailScene>

const erase = async ({ store: { db } }: Scene, email: string) => {
  await db.deleteFrom('outbox').where('email', 'like', email).execute()
  await db.deleteFrom('people').where('email', 'like', email).execute()
}

/** What happens while the mail server has the probe's text, and who is mailed in the end. */
const acts: [string, (scene: Scene) => Promise<unknown>, readonly string[]][] = [
  [
    'an operator resumes',
    ({ store, clock }) => store.transact((trx) => resumeQueue(trx, clock.now)),
    [...team, probe],
  ],
  [
    'an operator holds mail',
    ({ store, clock }) => store.transact((trx) => pauseUntilResumed(trx, 'held', clock.now)),
    [...team, probe],
  ],
  ['the person of the probe is erased', (scene) => erase(scene, probe), team],
  ['the people of the first mails are erased', (scene) => erase(scene, '%@team.example'), [probe]],
  [
    'the clock is set back by a day',
    async ({ clock }) => {
      clock.now -= 24 * 60 * minuteMs
    },
    [...team, probe],
  ],
]

describe.each(storeEngines)('[MAIL-1] on %s while a probe is under way', (engine) => {
  describe.each(acts)('%s', (_, act, all) => {
    test.each([
      ['accepted', undefined],
      ['refused with the account too', suspended],
    ])('and it is %s: every mail leaves once, and nobody is suppressed', async (_answer, line) => {
      let isBroken = true
      const server = await openMailServer({
        message: (to) => (isBroken ? (to.endsWith('@team.example') ? suspended : line) : undefined),
      })
      const scene = mailScene(await freshStore(engine), server.url, { config: { limits: 'off' } })
      const { store, clock, worker } = scene
      for (const email of [...team, probe]) await scene.queue(email)
      const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      server.refuse.recipient = (to) => {
        if (to === probe) asked.resolve()
        return undefined
      }
      server.beforeAnswer = async () => {
        if ((await scene.pausedBy()) === 'checking') await answered.promise
      }
      const draining = worker.drain()
      await asked.promise
      expect(await scene.pausedBy()).toBe('checking')
      await act(scene)
      answered.resolve()
      await draining

      isBroken = false
      server.beforeAnswer = async () => {}
      if ((await scene.pausedBy()) === 'held')
        await store.transact((trx) => resumeQueue(trx, clock.now))
      for (let quarter = 0; quarter < 4; quarter++, clock.now += 16 * minuteMs) await worker.drain()
      const received = server.received.map(({ to }) => to[0]!).filter((to) => all.includes(to))
      expect(received.toSorted()).toEqual(all.toSorted())
      expect(await scene.pausedBy()).toBeNull()
      const suppressed = await store.db
        .selectFrom('people')
        .select('email')
        .where('state', '<>', 'unconfirmed')
        .execute()
      expect(suppressed).toEqual([])
    })
  })
})
