import { describe, expect, test } from 'vitest'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { noon, queueTo } from '#test/mailbox.ts'
import { silentLog } from '#test/silent-log.ts'
import { newId } from '#server/db/new-id.ts'
import { openMailTokens } from '#server/outbox/mail-tokens.ts'
import { handleMessage } from './handle-message.ts'

const email = 'sanne@recipient.example'
const tokens = openMailTokens([testSecret])

/** A mail to the leave address, with the fields of a mail program and of the delivering server. */
const mailTo = (
  token: string,
  { fields = {}, body = 'unsubscribe' }: { fields?: Record<string, string>; body?: string } = {},
) =>
  Buffer.from(
    Object.entries({
      'Return-Path': `<${email}>`,
      'Delivered-To': `bounce+leave-${token}@fuel.example`,
      From: `Sanne <${email}>`,
      To: `bounce+leave-${token}@fuel.example`,
      Subject: 'unsubscribe',
      ...fields,
    })
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('') + `\r\n${body}\r\n`,
  )

describe.each(storeEngines)('%s: a mail to the address for leaving', (engine) => {
  const open = async () => {
    const store = await freshStore(engine)
    const personId = await queueTo(store, email, 'welcome', 'confirmed', noon)
    const { id } = await store.db
      .updateTable('outbox')
      .set({ state: 'sent', sentAt: noon })
      .where('personId', '=', personId)
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      store,
      personId,
      token: tokens.leave.tokenOf(id),
      reportToken: tokens.tokenOf(id),
      handle: (raw: Buffer, by = tokens) =>
        handleMessage({ store, tokens: by, log: silentLog }, raw, noon),
      state: async () =>
        (await store.db.selectFrom('people').select('state').executeTakeFirst())?.state,
    }
  }

  test('[MAIL-4] takes the person off the list, and a second one changes nothing', async () => {
    const { token, handle, state, store } = await open()
    expect(await handle(mailTo(token))).toBe('left')
    expect(await state()).toBe('unsubscribed')
    const { leftAt } = await store.db
      .selectFrom('people')
      .select('leftAt')
      .executeTakeFirstOrThrow()
    expect(leftAt).toBe(noon)
    expect(await handle(mailTo(token))).toBe('left')
    expect(await state()).toBe('unsubscribed')
  })

  test('[MAIL-4] is counted in the letter that it answers', async () => {
    const { store, token, handle } = await open()
    await store.db.updateTable('outbox').set({ letterId: '7' }).execute()
    await handle(mailTo(token))
    const counts = store.db.selectFrom('letter_counts').select(['letterId', 'outcome', 'count'])
    expect(await counts.execute()).toEqual([{ letterId: '7', outcome: 'left', count: 1 }])
  })

  test.each([
    ['in capitals', {}, (token: string) => token.toUpperCase()],
    ['with Auto-Submitted: no', { 'Auto-Submitted': 'No' }, (token: string) => token],
    ['whose server notes no recipient', { 'Delivered-To': '' }, (token: string) => token],
    ['whose server notes no envelope', { 'Return-Path': '' }, (token: string) => token],
  ])('[MAIL-4] %s acts', async (_, fields, spelt) => {
    const { token, handle, state } = await open()
    expect(await handle(mailTo(spelt(token), { fields }))).toBe('left')
    expect(await state()).toBe('unsubscribed')
  })

  test.each<[string, Record<string, string>]>([
    ['the null sender', { 'Return-Path': '<>' }],
    ['the null sender, written with a blank', { 'Return-Path': '< >' }],
    ['the null sender, in another field', { 'Return-Path': '', 'Envelope-From': '<>' }],
    ['a daemon as the envelope sender', { 'Return-Path': '<MAILER-DAEMON>' }],
    ['a daemon by its name', { From: 'Mail Delivery Subsystem <noreply@mx.example>' }],
    ['a mailer daemon', { From: 'Mail Delivery System <MAILER-DAEMON@mx.example>' }],
    ['a postmaster', { From: 'postmaster@mx.example' }],
    ['nobody', { From: '' }],
    ['an automatic reply', { 'Auto-Submitted': 'auto-replied' }],
    ['a program', { 'Auto-Submitted': 'auto-generated; owner-email="x@y.example"' }],
    ['an older responder', { Precedence: 'auto_reply' }],
    ['another responder', { 'X-Autoreply': 'yes' }],
    ['an out-of-office note', { Subject: 'Out of office: your letter' }],
  ])('[MAIL-4] of %s takes nobody off', async (_, fields) => {
    const { token, handle, state } = await open()
    expect(await handle(mailTo(token, { fields }))).not.toBe('left')
    expect(await state()).toBe('confirmed')
  })

  test('[MAIL-4] with a token of another purpose, a changed one, or of a retired secret stays for a person', async () => {
    const { token, reportToken, handle, state } = await open()
    const changed = `${token.startsWith('a') ? 'b' : 'a'}${token.slice(1)}`
    for (const wrong of [reportToken, reportToken.slice(0, 37), changed, `${token}a`])
      expect(await handle(mailTo(wrong))).toBe('unmatched')
    const other = 'another-secret-for-the-tests-long-enough'
    expect(await handle(mailTo(token), openMailTokens([other]))).toBe('unmatched')
    expect(await state()).toBe('confirmed')
    expect(await handle(mailTo(token), openMailTokens([other, testSecret]))).toBe('left')
  })

  test('[MAIL-4] of an erased person is handled, and nothing comes back', async () => {
    const { store, token, personId, handle, state } = await open()
    await store.db.deleteFrom('outbox').execute()
    await store.db.deleteFrom('link_tokens').where('personId', '=', personId).execute()
    await store.db.deleteFrom('people').execute()
    expect(await handle(mailTo(token))).toBe('left')
    expect(await state()).toBeUndefined()
  })

  test('[MAIL-4] that quotes the address in its text alone takes nobody off', async () => {
    const { token, handle, state } = await open()
    const fields = { 'Delivered-To': 'bounce@fuel.example', To: 'bounce@fuel.example' }
    const body = `What is bounce+leave-${token}@fuel.example?`
    expect(await handle(mailTo(token, { fields, body }))).toBe('unmatched')
    expect(await state()).toBe('confirmed')
  })
})

test('[MAIL-4] the tokens of a mail open nothing of each other, and fit behind a prefix of 20 characters', () => {
  for (let round = 0; round < 100; round++) {
    const id = newId()
    const [report, leave] = [tokens.tokenOf(id), tokens.leave.tokenOf(id)]
    expect(`${'b'.repeat(20)}+leave-${leave}`).toHaveLength(64)
    expect([tokens.leave.mailIdOf(leave), tokens.leave.mailIdOf(leave.toUpperCase())]).toEqual([
      id,
      id,
    ])
    expect([tokens.mailIdOf(leave), tokens.leave.mailIdOf(report)]).toEqual([null, null])
    expect(tokens.leave.mailIdOf(report.slice(0, 37))).toBeNull()
  }
})
