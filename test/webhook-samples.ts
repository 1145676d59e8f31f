import { createHmac, randomUUID, sign } from 'node:crypto'
import { signedText, type SnsMessage } from '#server/bounces/ses-webhook.ts'
import { makeCertificate } from './certificates.ts'

/*
 * Calls of the providers' webhooks, written from their documentation, and signed as they sign them.
 * Names, addresses and ids are made up.
 */

export type SampleCall = { headers: Record<string, string>; body: string }

export const webhookSettings = {
  SES_TOPICS: 'arn:aws:sns:eu-west-1:123456789012:ascend',
  MAILGUN_SIGNING_KEY: 'key-of-mailgun-in-tests',
  RESEND_SIGNING_SECRET: 'whsec_c2VjcmV0LW9mLXRoZS10ZXN0cw==',
  POSTMARK_PASSWORD: 'password-of-postmark',
}

// Amazon SES: docs.aws.amazon.com/ses/latest/dg/notification-examples.html

const sesMail = (token: string) => ({
  timestamp: '2026-11-21T12:00:00.000Z',
  messageId: '0102015a0b1c2d3e-4f5a6b7c-8d9e-4f0a-b1c2-d3e4f5a6b7c8-000000',
  source: 'hello@fuel.example',
  sourceArn: 'arn:aws:ses:eu-west-1:123456789012:identity/fuel.example',
  sourceIp: '192.0.2.1',
  sendingAccountId: '123456789012',
  destination: ['sanne@example.com'],
  headersTruncated: false,
  headers: [
    { name: 'From', value: 'Fuel Protocol <hello@fuel.example>' },
    { name: 'To', value: 'sanne@example.com' },
    { name: 'X-SES-MESSAGE-TAGS', value: `ascend=${token}` },
  ],
  commonHeaders: { from: ['Fuel Protocol <hello@fuel.example>'], to: ['sanne@example.com'] },
})

export const sesBounce = (token: string, bounce: object = {}, id: string = randomUUID()) => ({
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    reportingMTA: 'dns; email.example.com',
    bouncedRecipients: [
      {
        emailAddress: 'sanne@example.com',
        status: '5.1.1',
        action: 'failed',
        diagnosticCode: 'smtp; 550 5.1.1 <sanne@example.com>... User unknown',
      },
    ],
    timestamp: '2026-11-21T12:00:01.000Z',
    feedbackId: id,
    remoteMtaIp: '192.0.2.25',
    ...bounce,
  },
  mail: sesMail(token),
})

export const sesComplaint = (token: string, complaint: object = {}, id: string = randomUUID()) => ({
  notificationType: 'Complaint',
  complaint: {
    userAgent: 'AnyCompany Feedback Loop (V0.01)',
    complainedRecipients: [{ emailAddress: 'sanne@example.com' }],
    complaintFeedbackType: 'abuse',
    arrivalDate: '2026-11-21T12:00:02.000Z',
    timestamp: '2026-11-21T12:00:02.000Z',
    feedbackId: id,
    ...complaint,
  },
  mail: sesMail(token),
})

/** As a configuration set publishes it: `eventType`, and the tags as lists. */
export const sesEvent = (token: string, id?: string) => {
  const { notificationType: eventType, bounce, mail } = sesBounce(token, {}, id)
  const { headers: _headers, ...rest } = mail
  return { eventType, bounce, mail: { ...rest, tags: { ascend: [token] } } }
}

/** A contact of a list of SES leaves it. */
export const sesSubscription = (token: string, { email = 'sanne@example.com', from = '' } = {}) => {
  const { headers: _headers, ...mail } = sesMail(token)
  return {
    eventType: 'Subscription',
    mail: {
      ...mail,
      messageId: randomUUID(),
      destination: [email],
      ...(from && { source: from.replace(/^.*<|>$/g, ''), commonHeaders: { from: [from] } }),
      tags: token ? { ascend: [token] } : {},
    },
    subscription: {
      contactList: 'waitlist',
      timestamp: '2026-11-21T12:00:04.000Z',
      source: 'UnsubscribeHeader',
      newTopicPreferences: { unsubscribeAll: true, topicSubscriptionStatus: [] },
      oldTopicPreferences: { unsubscribeAll: false, topicSubscriptionStatus: [] },
    },
  }
}

const authority = makeCertificate({ name: 'Amazon of the tests', isAuthority: true })
export const snsCertificate = makeCertificate({
  name: 'sns.amazonaws.com',
  by: authority,
  rsa: true,
  from: new Date('2026-01-01'),
  until: new Date('2036-01-01'),
})
export const certificateUrl =
  'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem'

/** SNS posts JSON as text/plain. `message` is a text, or an object that becomes one. */
export function snsCall(
  message: object | string,
  changes: Partial<SnsMessage> = {},
  key: string = snsCertificate.key,
): SampleCall {
  const unsigned: SnsMessage = {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: webhookSettings.SES_TOPICS,
    Message: typeof message === 'string' ? message : JSON.stringify(message),
    Timestamp: '2026-11-21T12:00:03.000Z',
    SignatureVersion: '2',
    Signature: '',
    SigningCertURL: certificateUrl,
    ...changes,
  }
  const hash = unsigned.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256'
  const signature = sign(hash, Buffer.from(signedText(unsigned)), key).toString('base64')
  return {
    headers: {
      'content-type': 'text/plain; charset=UTF-8',
      'x-amz-sns-message-type': unsigned.Type,
      'x-amz-sns-topic-arn': unsigned.TopicArn,
    },
    body: JSON.stringify({ ...unsigned, Signature: signature }),
  }
}

export const snsSubscription = (url: string, changes: Partial<SnsMessage> = {}): SampleCall =>
  snsCall('You have chosen to subscribe to the topic.', {
    Type: 'SubscriptionConfirmation',
    Token: '2336412f37fb687f5d51e6e241d7700ae02f7124d8268910b858cb4db727ceeb',
    SubscribeURL: url,
    ...changes,
  })

// Mailgun: documentation.mailgun.com, 'Webhooks' and 'Events'

export const mailgunFailure = (token: string, changes: object = {}, id: string = randomUUID()) => ({
  id,
  event: 'failed',
  severity: 'permanent',
  reason: 'bounce',
  timestamp: 1_795_262_400.123,
  'log-level': 'error',
  'delivery-status': {
    'attempt-no': 1,
    code: 550,
    'enhanced-code': '5.1.1',
    message: '5.1.1 The email account that you tried to reach does not exist',
    description: '',
    'session-seconds': 0.4,
  },
  flags: { 'is-routed': false, 'is-authenticated': true, 'is-test-mode': false },
  message: {
    headers: {
      to: 'sanne@example.com',
      'message-id': '20261121120000.1.ABC@fuel.example',
      from: 'hello@fuel.example',
    },
  },
  recipient: 'sanne@example.com',
  'recipient-domain': 'example.com',
  'user-variables': { ascend: token },
  ...changes,
})

export function mailgunCall(
  event: object,
  atMs: number,
  key: string = webhookSettings.MAILGUN_SIGNING_KEY,
): SampleCall {
  const timestamp = String(Math.floor(atMs / 1_000))
  const token = 'a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0'
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex')
  return {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': event }),
  }
}

// Resend: resend.com/docs/webhooks; signed by Svix

export const resendEvent = (
  token: string,
  type = 'email.bounced',
  bounce: object = {
    type: 'Permanent',
    subType: 'General',
    message: 'The mailbox does not exist.',
  },
  more: object = {},
) => ({
  type,
  created_at: '2026-11-21T12:00:01.000Z',
  data: {
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    created_at: '2026-11-21T12:00:00.000Z',
    from: 'Fuel Protocol <hello@fuel.example>',
    to: ['sanne@example.com'],
    subject: 'We are live',
    headers: [{ name: 'X-Ascend-Mail', value: token }],
    ...(type === 'email.bounced' && { bounce }),
    ...more,
  },
})

export function resendCall(
  event: object,
  atMs: number,
  { id = `msg_${randomUUID()}`, secret = webhookSettings.RESEND_SIGNING_SECRET } = {},
): SampleCall {
  const body = JSON.stringify(event)
  const timestamp = String(Math.floor(atMs / 1_000))
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    headers: {
      'content-type': 'application/json',
      'svix-id': id,
      'svix-timestamp': timestamp,
      'svix-signature': `v1,c3RhbGUtc2lnbmF0dXJlLW9mLWFuLW9sZGVyLWtleS0= v1,${signature}`,
    },
    body,
  }
}

// Postmark: postmarkapp.com/developer/webhooks

let lastPostmarkId = 42
export const postmarkBounce = (token: string, changes: object = {}) => ({
  RecordType: 'Bounce',
  MessageStream: 'outbound',
  ID: ++lastPostmarkId,
  Type: 'HardBounce',
  TypeCode: 1,
  Name: 'Hard bounce',
  Tag: '',
  MessageID: '00000000-0000-0000-0000-000000000000',
  Metadata: { ascend: token },
  ServerID: 1234,
  Description: 'The server was unable to deliver your message (ex: unknown user).',
  Details: 'smtp;550 5.1.1 The email account does not exist',
  Email: 'sanne@example.com',
  From: 'hello@fuel.example',
  BouncedAt: '2026-11-21T12:00:01.000Z',
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: 'We are live',
  ...changes,
})

export const postmarkChange = (token: string, changes: object = {}) => ({
  RecordType: 'SubscriptionChange',
  MessageStream: 'broadcast',
  MessageID: randomUUID(),
  ServerID: 1234,
  ChangedAt: '2026-11-21T12:00:01Z',
  Recipient: 'sanne@example.com',
  Origin: 'Recipient',
  SuppressSending: true,
  SuppressionReason: 'ManualSuppression',
  Tag: '',
  Metadata: { ascend: token },
  ...changes,
})

export const postmarkCall = (
  record: object,
  password: string | null = webhookSettings.POSTMARK_PASSWORD,
): SampleCall => ({
  headers: {
    'content-type': 'application/json',
    ...(password !== null && {
      authorization: `Basic ${Buffer.from(`ascend:${password}`).toString('base64')}`,
    }),
  },
  body: JSON.stringify(record),
})
