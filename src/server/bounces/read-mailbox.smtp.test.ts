import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { readBounceMailbox } from '#server/config/formats.ts'
import { openMailTokens } from '#server/outbox/mail-tokens.ts'
import { openDovecot } from '#test/dovecot.ts'
import { freshStore, storeEngines, testSecret, type FreshStore } from '#test/fresh-store.ts'
import { noon, queueTo } from '#test/mailbox.ts'
import { openProxy } from '#test/proxy.ts'
import { reportMail, reportNames } from '#test/report-mails.ts'
import { silentLog } from '#test/silent-log.ts'
import { findInMailbox, openMailboxReader, type MailboxDeps } from './read-mailbox.ts'
import { handledFolder, readMailboxState } from './bounce-mailbox.ts'

const tokens = openMailTokens([testSecret])
const dovecot = openDovecot()

/** Sends a mail to `email`, and returns what a report about it contains. */
async function sendMail(store: FreshStore, email: string) {
  const personId = await queueTo(store, email, 'welcome', 'confirmed', noon)
  const messageId = `<${personId}@fuel.example>`
  const { id } = await store.db
    .updateTable('outbox')
    .set({ state: 'sent', sentAt: noon, messageId })
    .where('personId', '=', personId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { token: tokens.tokenOf(id), leave: tokens.leave.tokenOf(id), messageId, email }
}

/** Stands for an error of ours that one mail causes. Returns what ends it. */
async function refuseComplaints({ db }: FreshStore, engine: 'sqlite' | 'postgres') {
  const statements = {
    sqlite: [
      `create trigger refused before insert on mail_reports when new.kind = 'complaint' begin select raise(abort, 'refused'); end`,
      'drop trigger refused',
    ],
    postgres: [
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refused before insert on mail_reports for each row when (new.kind = 'complaint') execute function refuse()`,
      'drop trigger refused on mail_reports',
    ],
  } as const
  const [refuse, accept] = statements[engine]
  await sql.raw(refuse).execute(db)
  return () => sql.raw(accept).execute(db)
}

const forged = { token: 'a'.repeat(42), messageId: '<0@fuel.example>' }

async function openScene(store: FreshStore, more: Partial<MailboxDeps> & { url?: string } = {}) {
  const mailbox = (await dovecot).newMailbox()
  const readerAt = (url: string) =>
    openMailboxReader({
      store,
      mailbox: readBounceMailbox(url),
      tokens,
      log: silentLog,
      now: () => noon,
      ...more,
    })
  return {
    ...mailbox,
    readerAt,
    reader: readerAt(mailbox.url),
    state: (url = mailbox.url) => readMailboxState(store.db, readBounceMailbox(url)),
    reports: () =>
      store.db.selectFrom('mail_reports').select(['kind', 'via']).orderBy('kind').execute(),
    stateOf: async (email: string) =>
      (
        await store.db
          .selectFrom('people')
          .select('state')
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
      ).state,
  }
}

describe.each(storeEngines)('%s: the bounce mailbox', (engine) => {
  test('[BACK-2] reports act and are moved to a folder, other mails stay and are not read again', async () => {
    const store = await freshStore(engine)
    const { deliver, count, reader, reports, stateOf, state } = await openScene(store)
    for (const name of reportNames)
      deliver(reportMail(name, await sendMail(store, `${name}@recipient.example`)))
    await reader.read()
    const read = await reports()
    expect(read.filter(({ kind }) => kind === 'hard-bounce')).toHaveLength(27)
    expect(read.filter(({ kind }) => kind === 'soft-bounce')).toHaveLength(4)
    expect(read.filter(({ kind }) => kind === 'refusal')).toHaveLength(3)
    expect(read.filter(({ kind }) => kind === 'account')).toHaveLength(1)
    expect(read.filter(({ kind }) => kind === 'complaint')).toHaveLength(4)
    expect(read.filter(({ kind }) => kind === 'out-of-office')).toHaveLength(2)
    expect(await stateOf('qmail@recipient.example')).toBe('bounced')
    for (const name of ['qmail', 'opensmtpd', 'autoreplied', 'yahoo-text', 'exchange-5'])
      expect(await stateOf(`${name}@recipient.example`), name).toBe('bounced')
    for (const name of reportNames.filter((one) => one.startsWith('complaint')))
      expect(await stateOf(`${name}@recipient.example`), name).toBe('complained')
    for (const name of [
      'outlook-full',
      'delayed',
      'not-spam',
      'vacation',
      'reply',
      'gmail-policy',
      'blocklist-553',
      'blocked-as-unknown',
      'sendmail-blocked',
      'account-limit',
      'vacation-null',
      'not-understood',
      'empty-status',
    ])
      expect(await stateOf(`${name}@recipient.example`), name).toBe('confirmed')
    const leftForAPerson = 4
    expect(count()).toBe(leftForAPerson)
    expect(count(handledFolder)).toBe(reportNames.length - leftForAPerson)
    await reader.read()
    expect(await state()).toMatchObject({
      lastUid: reportNames.length,
      readAt: noon,
      left: leftForAPerson,
      trouble: null,
    })
    expect(await reports()).toHaveLength(read.length)
  })

  test('[BACK-2] forged reports, with a wrong token or half of what identifies a mail, change nothing', async () => {
    const store = await freshStore(engine)
    const { deliver, count, reader, reports, stateOf } = await openScene(store)
    const sanne = await sendMail(store, 'sanne@recipient.example')
    const jan = await sendMail(store, 'jan@recipient.example')
    const wrongToken = `${sanne.token.slice(0, -1)}${sanne.token.endsWith('a') ? 'b' : 'a'}`
    for (const name of [
      'postfix',
      'qmail',
      'complaint',
      'complaint-hotmail',
      'vacation',
      'imail',
    ]) {
      deliver(reportMail(name, { ...forged, email: sanne.email }))
      deliver(reportMail(name, { ...sanne, token: wrongToken, messageId: forged.messageId }))
      deliver(reportMail(name, { ...forged, messageId: sanne.messageId, email: jan.email }))
    }
    await reader.read()
    expect(await reports()).toEqual([])
    expect([await stateOf(sanne.email), await stateOf(jan.email)]).toEqual([
      'confirmed',
      'confirmed',
    ])
    expect(count()).toBe(18)
  })

  test('[BACK-2] a report without a token acts if it names the Message-ID and the recipient of one mail', async () => {
    const store = await freshStore(engine)
    const { deliver, reader, stateOf } = await openScene(store)
    const sanne = await sendMail(store, 'sanne@recipient.example')
    deliver(reportMail('exim', { ...sanne, token: forged.token }))
    await reader.read()
    expect(await stateOf(sanne.email)).toBe('bounced')
  })

  test('[MAIL-4] a mail to the address for leaving takes its sender off and is moved, a reply by a program there does not', async () => {
    const store = await freshStore(engine)
    const { deliver, count, reader, reports, stateOf } = await openScene(store)
    const sanne = await sendMail(store, 'sanne@recipient.example')
    const jan = await sendMail(store, 'jan@recipient.example')
    const leaving = ({ email, leave }: { email: string; leave: string }, more = '') =>
      Buffer.from(
        `Return-Path: <${email}>\r\nFrom: ${email}\r\nTo: bounce+leave-${leave}@fuel.example\r\n${more}Subject: unsubscribe\r\n\r\nunsubscribe\r\n`,
      )
    deliver(leaving(sanne), leaving(sanne))
    deliver(leaving(jan, 'Auto-Submitted: auto-generated\r\n'))
    await reader.read()
    expect([await stateOf(sanne.email), await stateOf(jan.email)]).toEqual([
      'unsubscribed',
      'confirmed',
    ])
    expect([count(), count(handledFolder), await reports()]).toEqual([1, 2, []])
  })

  test('[BACK-2] a report that comes twice acts once, and a token in capitals is read', async () => {
    const store = await freshStore(engine)
    const { deliver, count, reader, reports } = await openScene(store)
    const sanne = await sendMail(store, 'sanne@recipient.example')
    const report = reportMail('outlook-full', { ...sanne, token: sanne.token.toUpperCase() })
    deliver(report, report)
    await reader.read()
    expect(await reports()).toEqual([{ kind: 'soft-bounce', via: 'mailbox' }])
    expect(count(handledFolder)).toBe(2)
  })

  test('[BACK-2] a mail that fails twice is skipped, logged and counted, and others are read', async () => {
    const store = await freshStore(engine)
    const inc = vi.fn<(labels: { kind: string }) => void>()
    const error = vi.fn<typeof silentLog.error>()
    const { deliver, count, reader, stateOf, state } = await openScene(store, {
      metrics: {
        mailboxMails: { inc },
        mailboxFailures: { inc: () => {} },
        letterStops: { inc: () => {} },
      },
      log: { ...silentLog, error },
    })
    const sanne = await sendMail(store, 'sanne@recipient.example')
    const jan = await sendMail(store, 'jan@recipient.example')
    await refuseComplaints(store, engine)
    deliver(reportMail('complaint', sanne), reportMail('postfix', jan))
    await reader.read()
    expect(await state()).toMatchObject({ lastUid: 2, failedUids: [1], trouble: null })
    expect(await stateOf(jan.email)).toBe('bounced')
    expect(error).not.toHaveBeenCalled()
    await reader.read()
    await reader.read()
    expect(await state()).toMatchObject({ lastUid: 2, failedUids: [], readAt: noon })
    expect(error).toHaveBeenCalledTimes(1)
    expect(inc.mock.calls.flat()).toEqual([{ kind: 'hard-bounce' }, { kind: 'failed' }])
    expect([count(), count(handledFolder)]).toEqual([1, 1])
  })

  test('[BACK-2] a mail that failed once is read again', async () => {
    const store = await freshStore(engine)
    const { deliver, count, reader, stateOf } = await openScene(store)
    const sanne = await sendMail(store, 'sanne@recipient.example')
    const accept = await refuseComplaints(store, engine)
    deliver(reportMail('complaint', sanne))
    await reader.read()
    await accept()
    await reader.read()
    expect(await stateOf(sanne.email)).toBe('complained')
    expect([count(), count(handledFolder)]).toEqual([0, 1])
  })

  test('[BACK-2] of two servers one reads the mailbox', async () => {
    const store = await freshStore(engine)
    const inc = vi.fn<(labels: { kind: string }) => void>()
    const metrics = {
      mailboxMails: { inc },
      mailboxFailures: { inc: () => {} },
      letterStops: { inc: () => {} },
    }
    const { deliver, url, readerAt, reader } = await openScene(store, { metrics })
    for (let n = 0; n < 3; n++)
      deliver(reportMail('postfix', await sendMail(store, `n${n}@recipient.example`)))
    await Promise.all([reader.read(), readerAt(url).read()])
    expect(inc).toHaveBeenCalledTimes(3)
  })
})

/** 50,000 in `npm run test:long -- mailbox`. */
const oldMails = Number(process.env['MAILBOX_MAILS'] ?? 500)

test('[BACK-2] in a mailbox full of old mails each is read once, in steps, and reports among them act', async () => {
  const store = await freshStore('sqlite')
  const { deliver, count, reader, reports, state } = await openScene(store)
  const sanne = await sendMail(store, 'sanne@recipient.example')
  for (let n = 0; n < oldMails; n++) deliver(reportMail('reply', { ...forged, email: sanne.email }))
  deliver(reportMail('qmail', sanne))
  const before = process.memoryUsage().rss
  await reader.read()
  expect(await state()).toMatchObject({ lastUid: oldMails + 1, readAt: noon, trouble: null })
  expect(await reports()).toEqual([{ kind: 'hard-bounce', via: 'mailbox' }])
  expect([count(), count(handledFolder)]).toEqual([oldMails, 1])
  await reader.read()
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 ** 2)
}, 600_000)

test('a mail of our own is found by its subject and moved out of the way', async () => {
  const { deliver, count, url } = (await dovecot).newMailbox()
  const mailbox = readBounceMailbox(url)
  expect(await findInMailbox(mailbox, 'doctor-1f')).toBeNull()
  deliver(Buffer.from('Subject: Test doctor-00\r\n\r\nNot this one'))
  deliver(Buffer.from('Subject: Test doctor-1f\r\n\r\nHere'))
  expect(String(await findInMailbox(mailbox, 'doctor-1f'))).toMatch(/doctor-1f\r\n\r\nHere/)
  expect([count(), count(handledFolder)]).toEqual([1, 1])
  const wrong = readBounceMailbox(url.replace('secret', 'wrong'))
  await expect(findInMailbox(wrong, 'doctor-1f')).rejects.toThrow(/authentication/i)
})

describe('a mail server with trouble', () => {
  test('[BACK-2] a connection that breaks while reading is taken up where it ended', async () => {
    const store = await freshStore('sqlite')
    const { deliver, count, url, readerAt, reports, state } = await openScene(store)
    for (let n = 0; n < 120; n++)
      deliver(reportMail('postfix', await sendMail(store, `n${n}@recipient.example`)))
    const proxy = await openProxy(url)
    let bytes = 0
    proxy.watch = (piece, way) => {
      if (way === 'down') bytes += piece.length
      return bytes > 200_000 ? 'cut before' : 'pass'
    }
    const reader = readerAt(proxy.url)
    await reader.read()
    const between = await state(proxy.url)
    expect(between).toMatchObject({ trouble: { kind: 'interrupted' }, readAt: null })
    expect(between.lastUid).toBeGreaterThan(0)
    expect(between.lastUid).toBeLessThan(120)
    proxy.clear()
    await reader.read()
    expect(await state(proxy.url)).toMatchObject({ lastUid: 120, trouble: null })
    expect(await reports()).toHaveLength(120)
    expect([count(), count(handledFolder)]).toEqual([0, 120])
  })

  test('[BACK-2] a server that falls silent is cut', async () => {
    const store = await freshStore('sqlite')
    const { url, readerAt, state } = await openScene(store, { silenceMs: 1_000 })
    const proxy = await openProxy(url)
    const reader = readerAt(proxy.url)
    for (const [command, kind] of [
      ['LOGIN', 'unreachable'],
      [' SELECT', 'interrupted'],
    ] as const) {
      proxy.clear()
      proxy.watch = (piece) => {
        if (piece.includes(command)) proxy.down = 'silent'
        return 'pass'
      }
      await reader.read()
      expect(await state(proxy.url)).toMatchObject({
        trouble: { kind, reason: 'no answer for 1 s' },
      })
    }
  })

  test('[BACK-2] a refused login, an unreachable server, a missing folder and an unknown certificate are told apart', async () => {
    const store = await freshStore('sqlite')
    const { url, readerAt, state } = await openScene(store)
    const encrypted = (await openDovecot({ tls: true })).newMailbox()
    const troubles = {
      [url.replace('secret', 'wrong')]: 'login',
      [url.replace(/:\d+\?/, ':1?')]: 'unreachable',
      [url.replace('?', '/Elsewhere?')]: 'folder',
      [encrypted.imapsUrl]: 'certificate',
      [encrypted.url.replace(/\?.*/, '')]: 'certificate',
      [url.replace(/\?.*/, '')]: 'unreachable',
    }
    for (const [at, kind] of Object.entries(troubles)) {
      await readerAt(at).read()
      const { trouble } = await state(at)
      expect({ at, ...trouble }).toMatchObject({ at, kind, since: noon })
      expect(trouble!.reason).not.toBe('')
    }
    await readerAt(url).read()
    expect(await state()).toMatchObject({ trouble: null, readAt: noon })
  })
})
