import { describe, expect, test } from 'vitest'
import { engines, freshStore } from '#test/fresh-store.ts'
import { impatient, mailScene } from '#test/mailbox.ts'
import {
  deadMailServer,
  openMailServer,
  openRudeServer,
  type Manners,
  type Refusals,
} from '#test/smtp.ts'

const sanne = 'sanne@example.com'
const backInAMinute = { state: 'due', attempts: 1, handed: 0, dueInMs: 60_000 }
const untouched = { state: 'due', attempts: 0, handed: 0, dueInMs: 0 }

describe.each(engines)('%s: a mail server that', (engine) => {
  const outcomeAt = async (url: string, render?: Parameters<typeof mailScene>[2]) => {
    const scene = mailScene(await freshStore(engine), url, render)
    await scene.queue(sanne)
    await scene.worker.drain()
    return {
      ...scene,
      outcome: await scene.row(sanne),
      person: await scene.stateOf(sanne),
      paused: await scene.pausedFor(),
    }
  }
  const told = async (refuse: Refusals, url = (server: string) => server) =>
    outcomeAt(url((await openMailServer(refuse)).url))
  const treated = async (manners: Manners) =>
    outcomeAt(
      (await openRudeServer(manners)).url,
      Object.values(manners).includes('silence') ? { smtpLimits: impatient } : {},
    )

  test('refuses the connection costs the mail no attempt', async () => {
    const { outcome, paused } = await outcomeAt(await deadMailServer())
    expect(outcome).toMatchObject(untouched)
    expect(paused).toBeNull()
  })

  test.each<[string, Manners]>([
    ['is silent', { greeting: 'silence' }],
    ['hangs up at the greeting', { greeting: 'hang up' }],
    ['turns everybody away with 421', { greeting: '421 4.3.2 too busy' }],
    ['turns everybody away with 554', { greeting: '554 no service here' }],
  ])('%s costs the mail no attempt', async (_, manners) => {
    expect((await treated(manners)).outcome).toMatchObject(untouched)
  })

  test.each<[string, Manners]>([
    ['says 421 to the recipient', { RCPT: '421 4.7.0 later' }],
    ['says 451 to the recipient', { RCPT: '451 4.7.1 greylisted' }],
    ['says 451 to the sender', { MAIL: '451 4.3.0 later' }],
    ['says 452 to the text', { dot: '452 4.3.1 disk full' }],
    ['hangs up at the recipient', { RCPT: 'hang up' }],
    ['hangs up at DATA', { DATA: 'hang up' }],
    ['falls silent at the recipient', { RCPT: 'silence' }],
  ])('%s gets the mail again in a minute', async (_, manners) => {
    expect((await treated(manners)).outcome).toMatchObject(backInAMinute)
  })

  test('hangs up before the final dot gets the mail again in a minute', async () => {
    const server = await openRudeServer({ text: 'hang up' })
    const html = 'a long mail '.repeat(1_000_000)
    expect(
      (
        await outcomeAt(server.url, {
          render: async () => ({ subject: 'Long', html, text: 'long' }),
        })
      ).outcome,
    ).toMatchObject(backInAMinute)
  })

  test.each<[string, Manners]>([
    ['hangs up after the final dot', { dot: 'hang up' }],
    ['falls silent after the final dot', { dot: 'silence' }],
  ])('%s leaves the mail to its lease, as its delivery is unknown', async (_, manners) => {
    expect((await treated(manners)).outcome).toMatchObject({
      state: 'sending',
      handed: 1,
      ambiguous: 0,
    })
  })

  test.each([
    ['hangs up at the sender', 'MAIL', 'hang up'],
    ['hangs up at the recipient', 'RCPT', 'hang up'],
    ['hangs up at DATA', 'DATA', 'hang up'],
    ['says 421 to the sender', 'MAIL', '421 4.4.2 idle for too long'],
    ['is silent', 'MAIL', 'silence'],
  ] as const)(
    '%s over a connection that has waited gets the mail at once over another, and once',
    async (_, moment, line) => {
      const server = await openRudeServer({})
      const scene = mailScene(
        await freshStore(engine),
        server.url,
        line === 'silence' ? { smtpLimits: impatient } : {},
      )
      await scene.queue(sanne)
      await scene.worker.drain()
      Object.defineProperty(server.manners, moment, {
        get: () => (server.sessions === 1 ? line : undefined),
      })
      await scene.queue('daan@example.com')
      await scene.worker.drain()
      expect(await scene.row('daan@example.com')).toMatchObject({ state: 'sent', attempts: 0 })
      expect([server.sessions, server.taken.length]).toEqual([2, 2])
    },
  )

  test('answers slowly gets the mail once', async () => {
    const server = await openRudeServer({ slowByMs: 150 })
    expect((await outcomeAt(server.url)).outcome).toMatchObject({ state: 'sent' })
    expect(server.taken).toHaveLength(1)
  })

  test('[BACK-4] does not know the recipient (550 5.1.1) ends the mail, and the address is bounced', async () => {
    const { outcome, person, paused } = await told({ recipient: () => '550 5.1.1 no such user' })
    expect(outcome).toMatchObject({
      state: 'dead',
      handed: 0,
      reason: expect.stringContaining('550 5.1.1'),
    })
    expect([person, paused]).toEqual(['bounced', null])
  })

  test.each<[string, Refusals]>([
    ['a status, after the text', { message: '550 5.1.1 late bounce' }],
    ['words alone', { recipient: () => '550 No Such User Here' }],
    ['words alone, after the text', { message: '550 User unknown in virtual mailbox table' }],
  ])('[BACK-4] does not know the recipient, by %s: the address is bounced', async (_, refuse) => {
    const { outcome, person, paused } = await told(refuse)
    expect(outcome).toMatchObject({ state: 'dead', handed: 0 })
    expect([person, paused]).toEqual(['bounced', null])
  })

  test.each<[string, Refusals]>([
    ['refuses the recipient by policy (550 5.7.1)', { recipient: () => '550 5.7.1 blocked' }],
    ['finds the mailbox full (552 5.2.2)', { recipient: () => '552 5.2.2 over quota' }],
    ['says a bare 550', { recipient: () => '550 no' }],
    ['refuses the text (554 5.6.0)', { message: '554 5.6.0 what is this' }],
  ])('%s ends the mail and does not change the address', async (_, refuse) => {
    const { outcome, person, paused } = await told(refuse)
    expect(outcome).toMatchObject({ state: 'dead', handed: 0 })
    expect([person, paused]).toEqual(['unconfirmed', null])
  })

  test.each<[string, Refusals, (url: string) => string]>([
    [
      'refuses the login',
      { login: '535 5.7.8 wrong password' },
      (url) => `${url.replace('//', '//fuel:secret@')}?allowInsecure=true`,
    ],
    ['refuses the sender', { sender: '550 5.7.1 sender not yours' }, (url) => url],
  ])('%s pauses the queue, and the mail waits', async (_, refuse, url) => {
    const { outcome, paused } = await told(refuse, url)
    expect(outcome).toMatchObject(untouched)
    expect(paused).toMatch(/^5\d\d 5\.7/)
  })
})
