import { describe, expect, test } from 'vitest'
import { freshStore } from '#test/fresh-store.ts'
import { eachLimit, mailScene } from '#test/mailbox.ts'
import { openRudeServer, type Manners } from '#test/smtp.ts'
import { leaseMs } from './leases.ts'
import { smtpLimits, type SmtpLimits } from './smtp-limits.ts'

const sanne = 'sanne@example.com'
const secondMs = 1_000
const minuteMs = 60_000

test('[MAIL-2] the time limits are those of RFC 5321, 4.5.3.2, and connecting has 10 seconds', () => {
  expect(smtpLimits).toEqual({
    connect: 10 * secondMs,
    greeting: 5 * minuteMs,
    command: 5 * minuteMs,
    data: 2 * minuteMs,
    block: 3 * minuteMs,
    finalDot: 10 * minuteMs,
  })
})

describe('a mail server that', () => {
  const treated = async (manners: Manners, limits: SmtpLimits, html = '<p>Short</p>') => {
    const server = await openRudeServer(manners)
    const render = async () => ({ subject: 'A mail', html, text: 'A mail' })
    const scene = mailScene(await freshStore('sqlite'), server.url, { smtpLimits: limits, render })
    await scene.queue(sanne)
    await scene.worker.drain()
    return { ...scene, server, row: await scene.row(sanne) }
  }

  test('[MAIL-2] greets after 15 of 300 seconds and answers the final dot after 75 of 600 gets one copy', async () => {
    const hundredth = Object.fromEntries(
      Object.entries(smtpLimits).map(([step, ms]) => [step, ms / 100]),
    ) as SmtpLimits
    const { server, row } = await treated(
      { slowByMs: { greeting: 150, dot: 750 } },
      { ...hundredth, connect: smtpLimits.connect },
    )
    expect([row.state, row.ambiguous, server.taken.length]).toEqual(['sent', 0, 1])
  })

  const patience = eachLimit(60_000)
  test.each<[string, Manners, keyof SmtpLimits, string]>([
    ['MAIL', { MAIL: 'silence' }, 'command', 'answer MAIL'],
    ['RCPT', { RCPT: 'silence' }, 'command', 'answer RCPT'],
    ['DATA', { DATA: 'silence' }, 'data', 'answer DATA'],
  ])(
    '[MAIL-2] falls silent at %s is left after the limit of that step alone',
    async (_, manners, step, words) => {
      const { row } = await treated(manners, { ...patience, [step]: 1_000 })
      expect(row).toMatchObject({
        state: 'due',
        attempts: 1,
        reason: `the mail server did not ${words} within 1 seconds`,
      })
    },
  )

  test('[MAIL-2] takes no further block of a long mail is left after that limit', async () => {
    const html = 'a long mail '.repeat(1_000_000)
    const { row } = await treated({ text: 'stall' }, { ...patience, block: 500 }, html)
    expect(row).toMatchObject({
      state: 'due',
      attempts: 1,
      reason: 'the mail server did not take the message within 0.5 seconds',
    })
  })

  test('[MAIL-2] is silent before its greeting is left after the limit of the greeting', async () => {
    const { row, store } = await treated({ greeting: 'silence' }, { ...patience, greeting: 300 })
    expect(row).toMatchObject({ state: 'due', attempts: 0 })
    const { troubleReason: reason } = await store.db
      .selectFrom('mail_queue')
      .select('troubleReason')
      .executeTakeFirstOrThrow()
    expect(reason).toBe('Greeting never received')
  })

  test('[MAIL-2] falls silent after the final dot is left after the limit of that step, and the outcome is unknown', async () => {
    const { row } = await treated({ dot: 'silence' }, { ...patience, finalDot: 300 })
    expect(row).toMatchObject({ state: 'sending', handed: 1 })
  })

  test('[MAIL-2] answers the final dot after ten minutes keeps its mail: the lease is renewed meanwhile', async () => {
    const server = await openRudeServer({ dot: 'silence' })
    const scene = mailScene(await freshStore('sqlite'), server.url, { smtpLimits: patience })
    await scene.queue(sanne)
    const sending = scene.worker.drain()
    await expect.poll(() => server.taken.length).toBe(1)
    const another = scene.another()
    for (let waited = 0; waited < 10 * minuteMs; waited += leaseMs / 3) {
      scene.clock.now += leaseMs / 3
      await scene.worker.renew()
      await another.poll()
    }
    expect([(await scene.row(sanne)).state, server.taken.length]).toEqual(['sending', 1])
    server.answerAll('250 taken')
    await sending
    expect([(await scene.row(sanne)).state, server.taken.length]).toEqual(['sent', 1])
  })

  test('[MAIL-2] is silent after the final dot is not waited for by a worker that stops', async () => {
    const server = await openRudeServer({ dot: 'silence' })
    const scene = mailScene(await freshStore('sqlite'), server.url, { smtpLimits: patience })
    await scene.queue(sanne)
    await scene.worker.poll()
    await expect.poll(() => server.taken.length).toBe(1)
    await scene.worker.stop()
    expect(await scene.row(sanne)).toMatchObject({ state: 'sending', handed: 1 })
  })
})
