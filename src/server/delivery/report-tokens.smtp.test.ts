import { describe, expect, test } from 'vitest'
import { openMailTokens } from '#server/outbox/mail-tokens.ts'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { mailScene } from '#test/mailbox.ts'
import { openMailServer } from '#test/smtp.ts'

const day = 24 * 3_600_000
const tokens = openMailTokens([testSecret])
const [sanne, daan] = ['sanne@gmail.com', 'daan@gmail.com']

describe.each(storeEngines)('%s: mails that may come back', (engine) => {
  const open = async (config?: object) => {
    const server = await openMailServer()
    const scene = mailScene(await freshStore(engine), server.url, { config })
    return { ...scene, server, db: scene.store.db }
  }

  test('[BACK-1] each mail has its own envelope sender, whose token names the mail', async () => {
    const { server, queue, worker, db } = await open({ bounceAddress: 'bounce@fuel.example' })
    await queue(sanne)
    await queue(daan)
    await worker.drain()
    const rows = await db.selectFrom('outbox').select(['id', 'email']).execute()
    const senders = server.received.map(({ from, to: [to] }) => {
      const [, token] = /^bounce\+(\w{42})@fuel\.example$/.exec(from) ?? []
      return { id: tokens.mailIdOf(token ?? ''), email: to }
    })
    expect(senders.sort((a, b) => a.email!.localeCompare(b.email!))).toEqual(
      rows.sort((a, b) => a.email.localeCompare(b.email)),
    )
    expect(server.received[0]!.raw).toContain('From: Fuel Protocol <hello@fuel.example>')
  })

  test('[MAIL-4] a mail that offers to leave by a link offers it by mail too, where a mailbox is read', async () => {
    const bounceAddress = 'b'.repeat(20) + '@fuel.example'
    const bounceMailbox = 'imaps://bounce:secret@fuel.example'
    const headersWith = async (config: object, template: 'welcome' | 'confirm') => {
      const { server, queue, worker, db } = await open(config)
      await queue(sanne, template)
      await worker.drain()
      const { id } = await db.selectFrom('outbox').select('id').executeTakeFirstOrThrow()
      const [headers] = server.received[0]!.raw.split('\r\n\r\n')
      return { id, headers: headers! }
    }
    const { id, headers } = await headersWith({ bounceAddress, bounceMailbox }, 'welcome')
    const [line, address, token] =
      /^List-Unsubscribe: <https:\/\/fuel\.example\/unsubscribe\/[\w-]{43}>, <mailto:((?:b{20})\+leave-(\w{37})@fuel\.example)>$/m.exec(
        headers.replaceAll('\r', ''),
      )!
    expect(tokens.leave.mailIdOf(token!)).toBe(id)
    expect([address!.split('@')[0]!.length, line.length < 998]).toEqual([64, true])
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect((await headersWith({ bounceAddress, bounceMailbox }, 'confirm')).headers).not.toContain(
      'leave-',
    )
    for (const config of [{ bounceAddress }, { bounceMailbox }, {}])
      expect((await headersWith(config, 'welcome')).headers).not.toContain('mailto:')
  })

  test('[BACK-3] a mail carries its token for the configured providers, and for no other', async () => {
    const all = await open({
      sesTopics: ['arn:aws:sns:eu-west-1:123456789012:ascend'],
      mailgunSigningKey: 'key-of-mailgun-in-tests',
      postmarkPassword: 'password-of-postmark',
      resendSigningSecret: 'whsec_c2VjcmV0IG9mIHRoZSB0ZXN0cw==',
    })
    await all.queue(sanne)
    await all.worker.drain()
    const { raw, from } = all.server.received[0]!
    const headers = raw.replaceAll(/\r\n\s+/g, ' ').toLowerCase()
    const mailId = (await all.db.selectFrom('outbox').select('id').executeTakeFirstOrThrow()).id
    const token = tokens.tokenOf(mailId)
    expect(headers).toContain(`x-ses-message-tags: ascend=${token}\r\n`)
    expect(headers).toContain(`x-mailgun-variables: {"ascend":"${token}"}\r\n`)
    expect(headers).toContain(`x-pm-metadata-ascend: ${token}\r\n`)
    expect(headers).toContain(`x-ascend-mail: ${token}\r\n`)
    expect(from).toBe('hello@fuel.example')

    const none = await open()
    await none.queue(sanne)
    await none.worker.drain()
    expect(none.server.received[0]!.raw).not.toMatch(/x-ses|x-mailgun|x-pm|x-ascend/i)
  })

  test.each([
    ['550 5.1.1 no such user', 'hard-bounce', 'bounced'],
    ['552 5.2.2 over quota', 'soft-bounce', 'unconfirmed'],
  ])(
    '[BACK-4] the refusal %s in the SMTP dialogue is stored as a %s',
    async (answer, kind, state) => {
      const { server, queue, worker, db, stateOf } = await open()
      server.refuse.recipient = () => answer
      await queue(sanne)
      await worker.drain()
      const reports = await db
        .selectFrom('mail_reports')
        .select(['kind', 'via', 'reason'])
        .execute()
      expect(reports).toEqual([{ kind, via: 'smtp', reason: answer }])
      expect(await stateOf(sanne)).toBe(state)
    },
  )

  test('[BACK-4] a suspended address gets no mail until the suspension ends', async () => {
    const { server, queue, worker, db, row, clock } = await open()
    const personId = await queue(sanne, 'listed')
    await db
      .updateTable('people')
      .set({ mailSuspendedUntil: clock.now + day })
      .where('id', '=', personId)
      .execute()
    await worker.drain()
    expect(await row(sanne)).toMatchObject({
      state: 'cancelled',
      reason: 'mail to the address is suspended',
    })
    clock.now += day
    await db.updateTable('outbox').set({ state: 'due', waits: '' }).execute()
    await worker.drain()
    expect(server.received).toHaveLength(1)
  })
})
