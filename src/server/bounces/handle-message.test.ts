import { describe, expect, test } from 'vitest'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { noon, queueTo } from '#test/mailbox.ts'
import { reportMail } from '#test/report-mails.ts'
import { silentLog } from '#test/silent-log.ts'
import { openMailTokens } from '#server/outbox/mail-tokens.ts'
import { handleMessage } from './handle-message.ts'

const email = 'sanne@recipient.example'
const messageId = '<6f1c2a34-0000-4000-8000-0123456789ab@fuel.example>'

describe.each(storeEngines)('%s: a mail of the bounce mailbox', (engine) => {
  // Postgres stores no NUL, and takes none in a query.
  test('[BACK-2] with NUL in its fields is handled as any other', async () => {
    const store = await freshStore(engine)
    await queueTo(store, email, 'welcome', 'confirmed', noon)
    await store.db.updateTable('outbox').set({ state: 'sent', sentAt: noon, messageId }).execute()
    const tokens = openMailTokens([testSecret])
    const mail = reportMail('postfix', { token: 'none', messageId, email })
    const withNul = mail
      .toString()
      .replaceAll('550 5.1.1', '550\0 5.1.1')
      .replaceAll('sanne@', 'sa\0nne@')
    const handled = handleMessage({ store, tokens, log: silentLog }, Buffer.from(withNul), noon)
    expect(await handled).toBe('hard-bounce')
    const { reason } = await store.db
      .selectFrom('mail_reports')
      .select('reason')
      .executeTakeFirstOrThrow()
    expect(reason).not.toContain('\0')
  })

  const scene = async () => {
    const store = await freshStore(engine)
    const personId = await queueTo(store, email, 'welcome', 'confirmed', noon)
    const { id } = await store.db
      .updateTable('outbox')
      .set({ state: 'sent', sentAt: noon, messageId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const tokens = openMailTokens([testSecret])
    const about = { token: tokens.tokenOf(id), messageId, email }
    const handle = (raw: Buffer) => handleMessage({ store, tokens, log: silentLog }, raw, noon)
    const stateOf = async () =>
      (
        await store.db
          .selectFrom('people')
          .select('state')
          .where('id', '=', personId)
          .executeTakeFirstOrThrow()
      ).state
    return { about, handle, stateOf }
  }

  test.each(['imail', 'groupwise', 'exchange-5', 'domino', 'sendmail-old', 'autoreplied'])(
    '[BACK-2] from a mail server that is not known (%s) acts by the token of its address alone',
    async (name) => {
      const { about, handle, stateOf } = await scene()
      expect(await handle(reportMail(name, { ...about, token: 'none' }))).toBe('unmatched')
      expect(await stateOf()).toBe('confirmed')
      expect(await handle(reportMail(name, about))).toBe('hard-bounce')
      expect(await stateOf()).toBe('bounced')
    },
  )

  test('[BACK-2] of a person, to the address with the token, that quotes a refusal is left for a person', async () => {
    const { about, handle, stateOf } = await scene()
    const raw = reportMail('groupwise', about)
      .toString()
      .replace('Return-Path: <>', `Return-Path: <${email}>`)
      .replace(/^From: .*$/m, `From: Sanne <${email}>`)
    expect(await handle(Buffer.from(raw))).toBe('unmatched')
    expect(await stateOf()).toBe('confirmed')
  })

  test.each([
    ['an automatic reply', 'Automatic reply: hi', 'My old address no longer exists: I left.'],
    ['an absence note', 'Abwesenheitsnotiz', 'Diese Adresse existiert nicht mehr.'],
    ['a reply that names a code', 'Out of office', 'Some mails get 550 user unknown, sorry.'],
    ['any other mail', 'Offer', 'This offer no longer exists tomorrow.'],
  ])(
    '[BACK-2] of a person from the null sender, with the token, is no report: %s',
    async (_, subject, text) => {
      const { about, handle, stateOf } = await scene()
      const raw = [
        'Return-Path: <>',
        `Delivered-To: bounce+${about.token}@fuel.example`,
        `From: Sanne <${email}>`,
        'Auto-Submitted: auto-replied',
        `Subject: ${subject}`,
        '',
        text,
      ].join('\r\n')
      expect(await handle(Buffer.from(raw))).toBe('unmatched')
      expect(await stateOf()).toBe('confirmed')
    },
  )

  test.each([
    ['answers', 'Re: failure notice', '> '],
    ['passes on', 'Fwd: failure notice', ''],
    ['quotes', 'What is this?', '> '],
  ])(
    '[BACK-2] of a person who %s a report, to the address with the token, is left',
    async (_, subject, mark) => {
      const { about, handle, stateOf } = await scene()
      const said = ["I wasn't able to deliver your message.", `<${email}>:`, '550 user unknown']
      const raw = [
        `Return-Path: <${email}>`,
        `Delivered-To: bounce+${about.token}@fuel.example`,
        `From: Sanne <${email}>`,
        `Subject: ${subject}`,
        '',
        ...said.map((line) => `${mark}${line}`),
      ].join('\r\n')
      expect(await handle(Buffer.from(raw))).toBe('unmatched')
      expect(await stateOf()).toBe('confirmed')
    },
  )

  test.each(['vacation-null', 'not-understood'])(
    '[BACK-2] from the null sender or a mailer daemon that is not understood (%s) is no out-of-office reply, and is left',
    async (name) => {
      const { about, handle } = await scene()
      expect(await handle(reportMail(name, about))).toBe('unmatched')
    },
  )

  test.each([
    ['blocklist-553', 'soft-bounce'],
    ['blocked-as-unknown', 'refusal'],
    ['sendmail-blocked', 'refusal'],
    ['account-limit', 'account'],
    ['carrier-filter', 'soft-bounce'],
  ])('[BACK-4] that reports %s is stored as %s and suppresses nobody', async (name, kind) => {
    const { about, handle, stateOf } = await scene()
    expect(await handle(reportMail(name, about))).toBe(kind)
    expect(await stateOf()).toBe('confirmed')
  })

  test.each(['complaint-hotmail', 'complaint-jmrp', 'complaint-yahoo'])(
    '[BACK-4] that complains (%s) suppresses the address',
    async (name) => {
      const { about, handle, stateOf } = await scene()
      expect(await handle(reportMail(name, about))).toBe('complaint')
      expect(await stateOf()).toBe('complained')
    },
  )
})
