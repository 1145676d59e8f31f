import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { engines, freshStore, testSecret } from '#test/fresh-store.ts'
import { addListed, sentLetter, weAreLive } from '#test/letters.ts'
import { mailScene, noon } from '#test/mailbox.ts'
import { reportMail } from '#test/report-mails.ts'
import { silentLog } from '#test/silent-log.ts'
import { openMailServer } from '#test/smtp.ts'
import { applyReport } from '#server/bounces/reports.ts'
import { handleMessage } from '#server/bounces/handle-message.ts'
import { connections } from '#server/delivery/transport.ts'
import { actOnLaunch } from '#server/launch/periods.ts'
import { resumeLetter, openLetterPlanner } from '#server/letters/states.ts'
import { readStopChecks } from '#server/letters/outcomes.ts'
import { readLetterCounts, readLetter } from '#server/letters/letter.ts'
import { builtBundles } from '#server/http/bundles.ts'
import { openMailTokens } from '#server/outbox/mail-tokens.ts'
import { leave } from '#server/signup/membership.ts'
import type { MailWorkerDeps } from '#server/delivery/worker.ts'

const { atLeast } = campaign.letters.stops.bounces
const mailsPerHour = 3_000
const dayMs = 24 * 3_600_000
const operator = {
  by: 'anna',
  terms: { listFirstDays: 7, eraseAfterDays: 30, shop: 'https://shop.example/' },
}
const built = await builtBundles(resolve(import.meta.dirname, '../../../dist/fuel'))
const renderInLanguage: MailWorkerDeps['renderLetter'] = async (language, text, recipient) =>
  (await built.mails(language)).renderLetter(text, recipient)
const noSuchUser = '550 5.1.1 no such user'

describe.each(engines)('a letter on %s', (engine) => {
  /** Without limits a letter has no ramp, so that it leaves at once. */
  const open = async (people: number, limits: 'on' | 'off' = 'off') => {
    const server = await openMailServer()
    const store = await freshStore(engine)
    const ids = Array.from({ length: people }, (_, n) => `p${String(n).padStart(4, '0')}`)
    await addListed(
      store,
      ids.map((id) => ({ id })),
    )
    const scene = mailScene(store, server.url, { config: { limits, mailsPerHour } })
    const { id } = await sentLetter(store, noon)
    const planner = openLetterPlanner({ store, now: () => scene.clock.now, queued: () => {} })
    await planner.run()
    const letter = async () => (await readLetter(store.db, id))!
    const counts = async () => (await readLetterCounts(store.db, id)).total
    return { server, ids, planner, id, letter, counts, ...scene }
  }

  test('[LETTER-2] [LETTER-4] to 300 people reaches each once, with its subject and one-click unsubscribe, and is done', async () => {
    const { server, ids, worker, planner, letter, counts } = await open(300)
    await worker.drain()
    await planner.run()
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(
      ids.map((id) => `${id}@example.com`),
    )
    for (const { raw } of server.received) {
      expect(raw).toContain(`Subject: ${weAreLive.subject}`)
      expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    }
    expect(await counts()).toMatchObject({ queued: 300, accepted: 300 })
    expect(await letter()).toMatchObject({ state: 'done', ended: 300 })
  })

  test('[LETTER-1] [LETTER-4] in two languages reaches each of three people in theirs, one without a text in the fallback, and counts each text', async () => {
    const server = await openMailServer()
    const store = await freshStore(engine)
    await addListed(store, [
      { id: 'sanne', language: 'nl' },
      { id: 'daan', language: 'en' },
      { id: 'noor', language: 'de' },
    ])
    const scene = mailScene(store, server.url, {
      config: { limits: 'off', mailsPerHour },
      renderLetter: renderInLanguage,
    })
    const dutch = { subject: 'We zijn open', preview: '', body: 'Kom binnen.' }
    const texts = { fallback: 'en', texts: { en: weAreLive, nl: dutch } }
    const { id } = await sentLetter(store, noon, { texts })
    await scene.worker.drain()
    const mailTo = (name: string) =>
      server.received.find(({ to }) => to[0] === `${name}@example.com`)!.raw
    expect(mailTo('sanne')).toMatch(/Subject: We zijn open[\s\S]*lang=3D"nl"[\s\S]*Uitschrijven/)
    for (const name of ['daan', 'noor'])
      expect(mailTo(name)).toMatch(/Subject: We are live[\s\S]*lang=3D"en"[\s\S]*Leave the list/)
    await store.transact((trx) => leave(trx, 'sanne', noon, id))
    const report = { kind: 'hard-bounce', via: 'mailbox', reason: noSuchUser } as const
    const mail = store.db.selectFrom('outbox').select('id').where('personId', '=', 'noor')
    const { id: mailId } = await mail.executeTakeFirstOrThrow()
    await store.transact((trx) => applyReport(trx, { ...report, mailId, eventKey: mailId }, noon))
    expect((await readLetterCounts(store.db, id)).languages).toMatchObject([
      { language: 'en', queued: 2, accepted: 2, returned: 1, left: 0 },
      { language: 'nl', queued: 1, accepted: 1, returned: 0, left: 1 },
    ])
  })

  test.each(['pause', 'close', 'launch'] as const)(
    '[END-2] [LETTER-2] goes out after the operator pressed %s for the launch',
    async (act) => {
      const { server, ids, store, worker } = await open(3)
      const changed = await store.transact((trx) =>
        actOnLaunch(trx, { act, at: null, until: null }, operator, noon),
      )
      expect(changed).toBeNull()
      await worker.drain()
      expect(server.received.flatMap(({ to }) => to).sort()).toEqual(
        ids.map((id) => `${id}@example.com`),
      )
    },
  )

  test('[LETTER-3] stops by itself above its limit of bounces, and goes on after a resume', async () => {
    const { server, store, id, worker, letter, counts } = await open(200)
    server.refuse.recipient = () => noSuchUser
    await worker.drain()
    const stopped = await letter()
    expect(stopped).toMatchObject({ state: 'paused', pausedBy: 'bounces' })
    const { bounced } = await counts()
    expect(bounced).toBeGreaterThan(atLeast)
    // All connections may be answered at once, and be filled again before the stop is stored.
    expect(bounced).toBeLessThanOrEqual(atLeast + 2 * connections)
    const [bounces] = (await readStopChecks(store.db, id))!
    expect(bounces).toEqual({ rule: 'bounces', found: bounced, mails: bounced, most: atLeast })
  })

  test('[LETTER-3] [BACK-4] stops by itself once its accepted mails come back by report', async () => {
    const { store, worker, letter, counts, id } = await open(60)
    await worker.drain()
    const sent = await store.db.selectFrom('outbox').select('id').orderBy('turn').execute()
    for (const { id: mailId } of sent.slice(0, atLeast + 1)) {
      expect(await letter()).toMatchObject({ state: 'sending' })
      const report = { kind: 'hard-bounce', via: 'mailbox', mailId, eventKey: mailId } as const
      await store.transact((trx) => applyReport(trx, { ...report, reason: noSuchUser }, noon))
    }
    expect(await letter()).toMatchObject({ state: 'paused', pausedBy: 'bounces' })
    expect(await counts()).toMatchObject({ accepted: 60, returned: atLeast + 1 })
    expect((await readLetterCounts(store.db, id)).providers).toHaveLength(1)
  })

  test('[LETTER-3] [BACK-2] whose mails are all accepted and come back an hour later stops at the first of them; all are suppressed, and a resume goes on with the others', async () => {
    const { server, store, worker, clock, planner, id, letter, counts } = await open(60, 'on')
    await worker.drain()
    const accepted = server.received.length
    expect(accepted).toBe(50)
    clock.now += 3_600_000
    const returned = [...server.received]
    const tokens = openMailTokens([testSecret])
    for (const [index, { to, raw }] of returned.entries()) {
      const messageId = /^Message-ID: (.*)$/im.exec(raw)![1]!.trim()
      const report = reportMail('postfix', { token: 'none', messageId, email: to[0]! })
      await handleMessage({ store, tokens, log: silentLog }, report, clock.now)
      if (index < atLeast) expect(await letter()).toMatchObject({ state: 'sending' })
      if (index === atLeast)
        expect(await letter()).toMatchObject({ state: 'paused', pausedBy: 'bounces' })
    }
    await worker.drain()
    expect(server.received).toHaveLength(accepted)
    expect(await counts()).toMatchObject({ accepted, bounced: 0, returned: accepted })
    const bounced = store.db.selectFrom('people').select('email').where('state', '=', 'bounced')
    const suppressed = (await bounced.execute()).map(({ email }) => email).sort()
    expect(suppressed).toEqual(returned.flatMap(({ to }) => to).sort())
    await store.transact((trx) => resumeLetter(trx, id, clock.now))
    await worker.drain()
    await planner.run()
    expect(await letter()).toMatchObject({ state: 'done' })
    const recipients = server.received.flatMap(({ to }) => to)
    expect([recipients.length, new Set(recipients).size]).toEqual([60, 60])
  })

  test('[LETTER-3] with limits 50 mails leave at once, and the others by the ramp', async () => {
    const { server, worker, clock } = await open(60, 'on')
    await worker.drain()
    expect(server.received).toHaveLength(50)
    clock.now += 60_000
    await worker.drain()
    expect(server.received).toHaveLength(57)
  })

  test('[LETTER-2] [LETTER-3] a clock that jumps a day ahead and back while it is sent brings no burst, and everybody gets it once', async () => {
    const { server, ids, worker, clock, planner, letter } = await open(300, 'on')
    const sendFor = async (minutes: number) => {
      for (const until = clock.now + minutes * 60_000; clock.now < until; clock.now += 5 * 60_000) {
        await planner.run()
        await worker.drain()
      }
      return server.received.length
    }
    const before = await sendFor(10)
    clock.now += dayMs
    const ahead = await sendFor(5)
    expect(ahead - before).toBeLessThanOrEqual(mailsPerHour / 10)
    clock.now -= dayMs
    await sendFor(30)
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(
      ids.map((id) => `${id}@example.com`),
    )
    expect(await letter()).toMatchObject({ state: 'done', ended: 300 })
  })

  test('[LETTER-2] a mail that is deferred is sent again later, with the same Message-ID', async () => {
    const { server, worker, clock, planner, letter, counts, row } = await open(1)
    server.refuse.message = '451 4.7.1 try later'
    await worker.drain()
    server.refuse.message = undefined!
    const { messageId } = await row('p0000@example.com')
    await planner.run()
    expect(await letter()).toMatchObject({ state: 'sending' })
    clock.now += 2 * 60_000
    await worker.drain()
    await planner.run()
    expect(server.received).toHaveLength(1)
    expect(server.received[0]!.raw).toContain(`Message-ID: ${messageId}`)
    expect(await counts()).toMatchObject({ queued: 1, accepted: 1, refused: 0 })
    expect(await letter()).toMatchObject({ state: 'done' })
  })
})
