import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { engines, testSecret } from '#test/fresh-store.ts'
import { noon, queueTo } from '#test/mailbox.ts'
import {
  certificateUrl,
  mailgunCall,
  mailgunFailure,
  postmarkBounce,
  postmarkCall,
  postmarkChange,
  resendCall,
  resendEvent,
  sesBounce,
  sesComplaint,
  sesEvent,
  sesSubscription,
  snsCall,
  snsCertificate,
  snsSubscription,
  webhookSettings,
  type SampleCall,
} from '#test/webhook-samples.ts'
import { makeCertificate } from '#test/certificates.ts'
import { openMailTokens } from '#server/outbox/mail-tokens.ts'
import { webhookBudget } from './webhook-routes.ts'

const minute = 60_000
const tokens = openMailTokens([testSecret])

describe.each(engines)('webhooks on %s', async (engine) => {
  const clock = { now: noon }
  const fetched: string[] = []
  let amazonAnswers = true
  const app = await startApp({
    engine,
    now: () => clock.now,
    env: {
      SECRET_KEY: testSecret,
      MAIL_FROM: 'Fuel Protocol <hello@fuel.example>',
      ...webhookSettings,
    },
    fetchFromAws: async (url) => {
      fetched.push(url)
      if (!amazonAnswers) throw new Error('Amazon does not answer')
      return snsCertificate.cert
    },
  })
  afterAll(() => app.close())
  const { db } = app.server().store
  let people = 0

  const post = async (provider: string, { headers, body }: SampleCall) =>
    (await fetch(`${app.url}/webhooks/${provider}`, { method: 'POST', headers, body })).status

  /** A person to whom a mail was sent, with the token of that mail. */
  const mailed = async (mailState: 'sent' | 'sending' = 'sent') => {
    const personId = await queueTo(
      app.server().store,
      `athlete${++people}@example.com`,
      'listed',
      'confirmed',
      clock.now,
    )
    const { id } = await db
      .updateTable('outbox')
      .set({ state: mailState })
      .where('personId', '=', personId)
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      email: `athlete${people}@example.com`,
      token: tokens.tokenOf(id),
      state: async () =>
        (
          await db
            .selectFrom('people')
            .select('state')
            .where('id', '=', personId)
            .executeTakeFirstOrThrow()
        ).state,
      reports: () =>
        db
          .selectFrom('mail_reports')
          .select(['kind', 'via'])
          .where('personId', '=', personId)
          .orderBy('id')
          .execute(),
    }
  }

  const hard = ['hard-bounce', 'bounced'] as const
  const soft = ['soft-bounce', 'confirmed'] as const
  const complaint = ['complaint', 'complained'] as const
  const left = ['unsubscribe', 'unsubscribed'] as const
  const refused = ['refusal', 'confirmed'] as const
  const ofAccount = ['account', 'confirmed'] as const
  const sesWords = (status: string, diagnosticCode: string) => ({
    bouncedRecipients: [{ emailAddress: 'sanne@example.com', status, diagnosticCode }],
  })

  test.each<[string, string, (token: string) => SampleCall, readonly [string, string]]>([
    ['ses', 'a permanent bounce', (token) => snsCall(sesBounce(token)), hard],
    ['ses', 'an event of a configuration set', (token) => snsCall(sesEvent(token)), hard],
    ['ses', 'a complaint', (token) => snsCall(sesComplaint(token)), complaint],
    [
      'ses',
      'a full mailbox',
      (token) =>
        snsCall(sesBounce(token, { bounceType: 'Transient', bounceSubType: 'MailboxFull' })),
      soft,
    ],
    [
      'ses',
      'a bounce, signed with version 1',
      (token) => snsCall(sesBounce(token), { SignatureVersion: '1' }),
      hard,
    ],
    ['mailgun', 'a permanent failure', (token) => mailgunCall(mailgunFailure(token), noon), hard],
    [
      'mailgun',
      'a full mailbox',
      (token) =>
        mailgunCall(
          mailgunFailure(token, {
            'delivery-status': { code: 552, 'enhanced-code': '5.2.2', message: 'over quota' },
          }),
          noon,
        ),
      soft,
    ],
    [
      'mailgun',
      'a complaint',
      (token) => mailgunCall(mailgunFailure(token, { event: 'complained' }), noon),
      complaint,
    ],
    ['resend', 'a permanent bounce', (token) => resendCall(resendEvent(token), noon), hard],
    [
      'resend',
      'a complaint',
      (token) => resendCall(resendEvent(token, 'email.complained'), noon),
      complaint,
    ],
    ['postmark', 'a hard bounce', (token) => postmarkCall(postmarkBounce(token)), hard],
    [
      'postmark',
      'a soft bounce',
      (token) => postmarkCall(postmarkBounce(token, { Type: 'SoftBounce', TypeCode: 4096 })),
      soft,
    ],
    [
      'postmark',
      'a complaint',
      (token) =>
        postmarkCall(postmarkBounce(token, { RecordType: 'SpamComplaint', Type: 'SpamComplaint' })),
      complaint,
    ],
    [
      'ses',
      'a permanent bounce that the server called policy',
      (token) => snsCall(sesBounce(token, sesWords('5.7.1', 'smtp; 550 5.7.1 on a block list'))),
      refused,
    ],
    [
      'ses',
      'a permanent bounce that the server called a full mailbox',
      (token) => snsCall(sesBounce(token, sesWords('5.2.2', 'smtp; 552 5.2.2 over quota'))),
      soft,
    ],
    [
      'ses',
      'a permanent bounce without words',
      (token) => snsCall(sesBounce(token, sesWords('', ''))),
      hard,
    ],
    [
      'ses',
      'an address on the suppression list of the account',
      (token) =>
        snsCall(
          sesBounce(token, {
            bounceSubType: 'OnAccountSuppressionList',
            ...sesWords('5.1.1', 'Amazon SES did not send it: on the list of your account'),
          }),
        ),
      hard,
    ],
    ['ses', 'that a contact left', (token) => snsCall(sesSubscription(token)), left],
    [
      'mailgun',
      'that the person left there',
      (token) => mailgunCall(mailgunFailure(token, { event: 'unsubscribed', severity: '' }), noon),
      left,
    ],
    [
      'mailgun',
      'a mail that it did not send, since the person left there',
      (token) => mailgunCall(mailgunFailure(token, { reason: 'suppress-unsubscribe' }), noon),
      left,
    ],
    [
      'mailgun',
      'a mail that it did not send, since the person complained',
      (token) => mailgunCall(mailgunFailure(token, { reason: 'suppress-complaint' }), noon),
      complaint,
    ],
    [
      'mailgun',
      'a mail that it did not send, since the address bounced',
      (token) => mailgunCall(mailgunFailure(token, { reason: 'suppress-bounce' }), noon),
      hard,
    ],
    [
      'mailgun',
      'a refusal for policy',
      (token) =>
        mailgunCall(
          mailgunFailure(token, { 'delivery-status': { code: 550, message: '5.7.1 blocked' } }),
          noon,
        ),
      refused,
    ],
    [
      'mailgun',
      'that it takes no mail of this account',
      (token) =>
        mailgunCall(
          mailgunFailure(token, {
            event: 'rejected',
            reject: { reason: 'Sandbox subdomains are for test purposes only' },
          }),
          noon,
        ),
      ofAccount,
    ],
    [
      'resend',
      'a bounce, with the header names of standardwebhooks.com',
      (token) => {
        const { headers, body } = resendCall(resendEvent(token), noon)
        const names = Object.entries(headers).map(([name, value]) => [
          name.replace('svix-', 'webhook-'),
          value,
        ])
        return { headers: Object.fromEntries(names), body }
      },
      hard,
    ],
    [
      'resend',
      'a permanent bounce that the server called policy',
      (token) =>
        resendCall(
          resendEvent(token, 'email.bounced', {
            type: 'Permanent',
            subType: 'General',
            message: 'The server refused it.',
            diagnosticCode: ['smtp; 550 5.7.1 refused: poor reputation'],
          }),
          noon,
        ),
      refused,
    ],
    [
      'resend',
      'a suppressed address',
      (token) => resendCall(resendEvent(token, 'email.suppressed'), noon),
      hard,
    ],
    [
      'resend',
      'that the quota of the account is reached',
      (token) =>
        resendCall(
          resendEvent(token, 'email.failed', {}, { failed: { reason: 'reached_daily_quota' } }),
          noon,
        ),
      ofAccount,
    ],
    [
      'postmark',
      'that the person left there',
      (token) => postmarkCall(postmarkChange(token)),
      left,
    ],
    [
      'postmark',
      'that the operator took the person off there, without metadata',
      (token) => postmarkCall(postmarkBounce(token, { Type: 'ManuallyDeactivated' })),
      left,
    ],
    [
      'postmark',
      'a bounce of the type Unsubscribe',
      (token) => postmarkCall(postmarkBounce(token, { Type: 'Unsubscribe' })),
      left,
    ],
    [
      'postmark',
      'a suppression after a complaint',
      (token) => postmarkCall(postmarkChange(token, { SuppressionReason: 'SpamComplaint' })),
      complaint,
    ],
    [
      'postmark',
      'a hard bounce that the server called policy',
      (token) => postmarkCall(postmarkBounce(token, { Details: 'smtp;550 5.7.1 spam' })),
      refused,
    ],
    [
      'postmark',
      'a block',
      (token) => postmarkCall(postmarkBounce(token, { Type: 'Blocked' })),
      refused,
    ],
  ])(
    '[BACK-3] [BACK-4] [ROUTE-4] %s reports %s, and again without effect',
    async (via, _, call, after) => {
      const { token, state, reports } = await mailed()
      const sample = call(token)
      const answers = await Promise.all([post(via, sample), post(via, sample)])
      expect(answers).toEqual([200, 200])
      const [kind, stateAfter] = after
      expect([await reports(), await state()]).toEqual([[{ kind, via }], stateAfter])
    },
  )

  const foreign = { domain: 'other.example', from: 'Other <news@other.example>' }
  const ours = { domain: 'mg.fuel.example', from: 'Fuel Protocol <hello@fuel.example>' }
  const withoutToken: [string, string, (email: string, of: typeof ours) => SampleCall][] = [
    [
      'mailgun',
      'unsubscribed',
      (recipient, { domain: name }) =>
        mailgunCall(
          mailgunFailure('', {
            event: 'unsubscribed',
            recipient,
            domain: { name },
            'user-variables': null,
          }),
          noon,
        ),
    ],
    ['ses', 'unsubscribed', (email, { from }) => snsCall(sesSubscription('', { email, from }))],
    [
      'resend',
      'bounced',
      (email, { from }) =>
        resendCall(resendEvent('', 'email.suppressed', {}, { to: [email], from }), noon),
    ],
    [
      'mailgun',
      'complained',
      (recipient, { domain: name }) =>
        mailgunCall(
          mailgunFailure('', { reason: 'suppress-complaint', recipient, domain: { name } }),
          noon,
        ),
    ],
  ]
  test.each(withoutToken)(
    '[BACK-3] %s: who is %s there is matched by the address, where the event is about our sender',
    async (via, after, call) => {
      const { email, state, reports } = await mailed()
      expect(await post(via, call(email, foreign))).toBe(200)
      expect([await reports(), await state()]).toEqual([[], 'confirmed'])
      const sample = call(email.toUpperCase(), ours)
      expect([await post(via, sample), await post(via, sample)]).toEqual([200, 200])
      expect([(await reports()).length, await state()]).toEqual([1, after])
    },
  )

  test('[BACK-3] a suppression by hand at Postmark, and a contact who left at Resend, are matched by the address', async () => {
    const [sanne, jan] = [await mailed(), await mailed()]
    const byHand = { MessageID: null, Metadata: null, Recipient: sanne.email, Origin: 'Customer' }
    await post('postmark', postmarkCall(postmarkChange('', byHand)))
    const contact = { type: 'contact.updated', data: { email: jan.email, unsubscribed: true } }
    await post('resend', resendCall(contact, noon))
    expect([await sanne.state(), await jan.state()]).toEqual(['unsubscribed', 'unsubscribed'])
  })

  test('[BACK-3] what lifts a suppression changes nothing', async () => {
    const { email, token, state } = await mailed()
    const change = postmarkChange(token)
    const lifted = postmarkChange(token, { SuppressSending: false, ChangedAt: '2026-11-22T12:00Z' })
    const back = { type: 'contact.updated', data: { email, unsubscribed: false } }
    await post('postmark', postmarkCall(lifted))
    expect(await state()).toBe('confirmed')
    await post('postmark', postmarkCall(change))
    await post('postmark', postmarkCall(lifted))
    await post('resend', resendCall(back, noon))
    expect(await state()).toBe('unsubscribed')
  })

  test('[BACK-3] a departure of somebody who is not on the list, or with the token of another installation, changes nobody', async () => {
    const { email, state } = await mailed()
    const unknown = { Recipient: 'nobody@example.com', Metadata: {} }
    expect(await post('postmark', postmarkCall(postmarkChange('', unknown)))).toBe(200)
    const other = postmarkChange('x'.repeat(42), { Recipient: email })
    expect([await post('postmark', postmarkCall(other)), await state()]).toEqual([200, 'confirmed'])
  })

  test('[BACK-3] fields that a provider leaves null are read', async () => {
    const { state } = await mailed()
    for (const [via, call] of [
      ['postmark', postmarkCall(postmarkBounce('', { Metadata: null, Details: null }))],
      ['resend', resendCall({ type: 'email.bounced', data: { headers: null, tags: null } }, noon)],
      ['resend', resendCall({ type: 'email.bounced', data: { headers: {}, to: null } }, noon)],
      ['mailgun', mailgunCall(mailgunFailure('', { 'delivery-status': null }), noon)],
    ] as const)
      expect([via, await post(via, call)]).toEqual([via, 200])
    expect(await state()).toBe('confirmed')
  })

  test('[BACK-3] odd values beside those that matter do not keep a report from acting', async () => {
    const calls: ((token: string) => [string, SampleCall])[] = [
      (token) => {
        const bounce = sesBounce(token)
        const mail = { ...bounce.mail, tags: null, commonHeaders: null, destination: null }
        return ['ses', snsCall({ ...bounce, mail, complaint: null, subscription: null })]
      },
      (token) => ['mailgun', mailgunCall(mailgunFailure(token, { reason: ['bounce'] }), noon)],
      (token) => [
        'postmark',
        postmarkCall(postmarkBounce(token, { Details: {}, Description: [], MessageID: false })),
      ],
      (token) => [
        'resend',
        resendCall(resendEvent(token, 'email.bounced', undefined, { email: {}, from: null }), noon),
      ],
    ]
    for (const call of calls) {
      const { token, state } = await mailed()
      const [via, sample] = call(token)
      expect([via, await post(via, sample), await state()]).toEqual([via, 200, 'bounced'])
    }
    const { state } = await mailed()
    const lists = [
      postmarkCall(postmarkBounce('', { Metadata: [] })),
      postmarkCall(postmarkBounce('', { Metadata: 'none' })),
    ]
    for (const sample of lists) expect(await post('postmark', sample)).toBe(200)
    expect(
      await post('mailgun', mailgunCall(mailgunFailure('', { 'user-variables': [] }), noon)),
    ).toBe(200)
    expect(await state()).toBe('confirmed')
  })

  test('[BACK-3] a complaint at Postmark about a mail of another sender changes nobody', async () => {
    const { email, state } = await mailed()
    const complained = (From: string) =>
      postmarkCall(
        postmarkBounce('', {
          RecordType: 'SpamComplaint',
          Type: 'SpamComplaint',
          Metadata: null,
          Email: email,
          From,
        }),
      )
    expect(await post('postmark', complained('news@other.example'))).toBe(200)
    expect(await state()).toBe('confirmed')
    expect(await post('postmark', complained('hello@fuel.example'))).toBe(200)
    expect(await state()).toBe('complained')
  })

  const inBothOrders: [string, (token: string) => [bounce: SampleCall, complaint: SampleCall]][] = [
    ['ses', (token) => [snsCall(sesBounce(token)), snsCall(sesComplaint(token))]],
    [
      'mailgun',
      (token) => [
        mailgunCall(mailgunFailure(token), noon),
        mailgunCall(mailgunFailure(token, { event: 'complained' }), noon),
      ],
    ],
    [
      'resend',
      (token) => [
        resendCall(resendEvent(token), noon),
        resendCall(resendEvent(token, 'email.complained'), noon),
      ],
    ],
    [
      'postmark',
      (token) => [
        postmarkCall(postmarkBounce(token)),
        postmarkCall(postmarkBounce(token, { RecordType: 'SpamComplaint', Type: 'SpamComplaint' })),
      ],
    ],
  ]
  test.each(inBothOrders)(
    '[BACK-3] %s: the state is that of the report that comes first, and a replay of either changes nothing',
    async (via, calls) => {
      for (const first of ['bounced', 'complained']) {
        const { token, state, reports } = await mailed()
        const [bounce, complaintCall] = calls(token)
        const order = first === 'bounced' ? [bounce, complaintCall] : [complaintCall, bounce]
        for (const call of [...order, ...order.toReversed()])
          expect(await post(via, call)).toBe(200)
        expect(await reports()).toHaveLength(2)
        expect(await state()).toBe(first)
      }
    },
  )

  test('[BACK-3] a report that comes while its mail is being sent, before the answer is stored, acts', async () => {
    const { token, state } = await mailed('sending')
    await post('postmark', postmarkCall(postmarkBounce(token)))
    expect(await state()).toBe('bounced')
  })

  const forged: [string, string, number, (token: string) => SampleCall][] = [
    [
      'ses',
      'another key',
      403,
      (token) => snsCall(sesBounce(token), {}, makeCertificate({ name: 'x', rsa: true }).key),
    ],
    [
      'ses',
      'another topic',
      403,
      (token) => snsCall(sesBounce(token), { TopicArn: `${webhookSettings.SES_TOPICS}2` }),
    ],
    ['ses', 'no JSON', 400, () => ({ headers: {}, body: 'MessageId=1' })],
    [
      'mailgun',
      'another key',
      403,
      (token) => mailgunCall(mailgunFailure(token), noon, 'key-of-somebody-else'),
    ],
    [
      'mailgun',
      'a time of yesterday',
      403,
      (token) => mailgunCall(mailgunFailure(token), noon - 24 * 60 * minute),
    ],
    [
      'mailgun',
      'a time of tomorrow',
      403,
      (token) => mailgunCall(mailgunFailure(token), noon + 24 * 60 * minute),
    ],
    [
      'mailgun',
      'no signature',
      400,
      (token) => ({ headers: {}, body: JSON.stringify({ 'event-data': mailgunFailure(token) }) }),
    ],
    [
      'resend',
      'another key',
      403,
      (token) =>
        resendCall(resendEvent(token), noon, {
          secret: 'whsec_YW5vdGhlci1zZWNyZXQtdGhhdC1pcy1sb25n',
        }),
    ],
    [
      'resend',
      'a time six minutes ago',
      403,
      (token) => resendCall(resendEvent(token), noon - 6 * minute),
    ],
    [
      'resend',
      'no signature',
      403,
      (token) => ({ headers: {}, body: JSON.stringify(resendEvent(token)) }),
    ],
    [
      'resend',
      'another body',
      403,
      (token) => ({
        ...resendCall(resendEvent('of another'), noon),
        body: JSON.stringify(resendEvent(token)),
      }),
    ],
    [
      'postmark',
      'another password',
      401,
      (token) => postmarkCall(postmarkBounce(token), 'password-of-a-stranger'),
    ],
    ['postmark', 'no password', 401, (token) => postmarkCall(postmarkBounce(token), null)],
  ]
  test.each(forged)(
    '[BACK-3] %s with %s is refused with %i and changes nothing',
    async (via, _, status, call) => {
      const { token, state, reports } = await mailed()
      expect(await post(via, call(token))).toBe(status)
      expect([await reports(), await state()]).toEqual([[], 'confirmed'])
    },
  )

  test('[BACK-3] a genuine call about a mail of another installation, or of none, changes nothing and is not repeated', async () => {
    const { token, reports } = await mailed()
    const foreign = openMailTokens(['a-secret-of-another-installation-of-this']).tokenOf(
      '019fffff-0000-7000-8000-000000000001',
    )
    const unknown = tokens.tokenOf('019fffff-0000-7000-8000-000000000001')
    const changed = token.slice(0, -1) + (token.endsWith('a') ? 'i' : 'a')
    for (const other of [foreign, unknown, '', changed, 'x'.repeat(500)])
      for (const [via, call] of [
        ['ses', snsCall(sesBounce(other))],
        ['mailgun', mailgunCall(mailgunFailure(other), noon)],
        ['resend', resendCall(resendEvent(other), noon)],
        ['postmark', postmarkCall(postmarkBounce(other))],
      ] as const)
        expect([via, await post(via, call)]).toEqual([via, 200])
    expect(await reports()).toEqual([])
  })

  test.each<[string, (token: string) => SampleCall]>([
    ['ses', (token) => snsCall({ ...sesBounce(token), notificationType: 'Delivery' })],
    ['ses', (token) => snsCall(sesComplaint(token, { complaintFeedbackType: 'not-spam' }))],
    ['ses', () => snsCall('Successfully validated SNS topic for Amazon SES event publishing.')],
    ['mailgun', (token) => mailgunCall(mailgunFailure(token, { event: 'delivered' }), noon)],
    ['mailgun', (token) => mailgunCall(mailgunFailure(token, { severity: 'temporary' }), noon)],
    ['resend', (token) => resendCall(resendEvent(token, 'email.delivered'), noon)],
    ['postmark', (token) => postmarkCall(postmarkBounce(token, { Type: 'Transient' }))],
    ['postmark', (token) => postmarkCall(postmarkBounce(token, { Type: 'constructor' }))],
  ])('[BACK-3] %s: what says nothing about an address is acknowledged', async (via, call) => {
    const { token, reports } = await mailed()
    expect([await post(via, call(token)), await reports()]).toEqual([200, []])
  })

  test('[BACK-3] a certificate is fetched once, and from SNS of the topic’s region only', async () => {
    const { token, state } = await mailed()
    fetched.length = 0
    const file = certificateUrl.split('/').at(-1)
    for (const url of [
      `http://sns.eu-west-1.amazonaws.com/${file}`,
      `https://sns.us-east-1.amazonaws.com/${file}`,
      `https://sns.s3-eu-west-1.amazonaws.com/${file}`,
      `https://sns.eu-west-1.amazonaws.com.evil.example/${file}`,
      `https://sns.eu-west-1.amazonaws.com@evil.example/${file}`,
      `https://sns.eu-west-1.amazonaws.com/../${file}`,
      `https://evil.example/${file}`,
    ])
      expect(await post('ses', snsCall(sesBounce(token), { SigningCertURL: url }))).toBe(403)
    expect(await state()).toBe('confirmed')
    const other = certificateUrl.replace('0123', '9876')
    for (let n = 0; n < 5; n++)
      await post('ses', snsCall(sesBounce(token), { SigningCertURL: other }))
    expect(fetched).toEqual([other])
  })

  test('[BACK-3] while a certificate cannot be fetched the answer is 503, and the repeated call is applied', async () => {
    const { token, state } = await mailed()
    const call = snsCall(sesBounce(token), {
      SigningCertURL: certificateUrl.replace('0123', '5555'),
    })
    amazonAnswers = false
    expect([await post('ses', call), await state()]).toEqual([503, 'confirmed'])
    amazonAnswers = true
    expect([await post('ses', call), await state()]).toEqual([200, 'bounced'])
  })

  test('[BACK-3] a subscription is confirmed for a configured topic, at SNS only', async () => {
    const url = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336'
    await post('ses', snsCall('connected'))
    fetched.length = 0
    expect(
      await post('ses', snsSubscription(url, { TopicArn: 'arn:aws:sns:eu-west-1:999999999999:x' })),
    ).toBe(403)
    expect(await post('ses', snsSubscription('https://evil.example/confirm'))).toBe(200)
    expect(fetched).toEqual([])
    expect(await post('ses', snsSubscription(url))).toBe(200)
    expect(fetched).toEqual([url])
  })

  test('[BACK-3] a body of more than 256 KiB is refused', async () => {
    const body = (bytes: number) => postmarkCall(postmarkBounce('', { Details: 'x'.repeat(bytes) }))
    expect(await post('postmark', body(250 * 1_024))).toBe(200)
    expect(await post('postmark', body(256 * 1_024))).toBe(413)
  })
})

describe('the webhook guard', async () => {
  const clock = { now: noon }
  const app = await startApp({
    now: () => clock.now,
    env: { LIMITS: 'on', POSTMARK_PASSWORD: webhookSettings.POSTMARK_PASSWORD },
  })
  afterAll(() => app.close())
  const post = (provider: string, { headers, body } = postmarkCall(postmarkBounce(''))) =>
    fetch(`${app.url}/webhooks/${provider}`, { method: 'POST', headers, body })

  test.each(['ses', 'mailgun', 'resend', 'sendgrid', 'constructor', ''])(
    '[BACK-3] a provider without its setting is not found (%s)',
    async (provider) => expect((await post(provider)).status).toBe(404),
  )

  test('[BACK-3] a refused password names the scheme (RFC 7617)', async () => {
    const { status, headers } = await post('postmark', postmarkCall(postmarkBounce(''), 'wrong'))
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Basic realm="webhooks"'])
  })

  test('[BACK-3] a network that exceeds its budget waits', async () => {
    const statuses: number[] = []
    for (let n = 0; n <= webhookBudget.atOnce; n++) statuses.push((await post('postmark')).status)
    expect(statuses.at(0)).toBe(200)
    const limited = await post('postmark')
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1'])
    clock.now += 1_000
    expect((await post('postmark')).status).toBe(200)
  })
})
