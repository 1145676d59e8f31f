import { verify, X509Certificate, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { Log } from '#server/config/log.ts'
import { tokenHeader, tokenKey } from '#server/outbox/mail-tokens.ts'
import type { Report } from '#server/signup/mail-reports.ts'
import { take, type Budget } from '#server/limits/budgets.ts'
import {
  kindOfBounce,
  looseList,
  looseRecord,
  looseText as text,
  readJson,
  unreadable,
  valueOf,
  type Webhook,
  type WebhookReport,
} from './webhook.ts'

const recipient = z.object({ emailAddress: text, status: text, diagnosticCode: text })

/**
 * A notification of an identity (`notificationType`) or an event of a configuration set
 * (`eventType`); the rest is the same.
 */
const shape = z.object({
  notificationType: z.string().nullish(),
  eventType: z.string().nullish(),
  mail: z.object({
    messageId: text,
    source: text,
    destination: z.array(z.string()).nullish(),
    commonHeaders: z.object({ from: z.array(z.string()).nullish() }).nullish(),
    tags: looseRecord,
    headers: looseList(z.object({ name: text, value: text })),
  }),
  bounce: z
    .object({
      bounceType: z.string(),
      bounceSubType: text,
      feedbackId: z.string(),
      bouncedRecipients: looseList(recipient),
    })
    .nullish(),
  complaint: z
    .object({
      feedbackId: z.string(),
      complaintFeedbackType: z.string().nullish(),
      complaintSubType: z.string().nullish(),
      complainedRecipients: looseList(z.object({ emailAddress: text })),
    })
    .nullish(),
  subscription: z
    .object({
      timestamp: text,
      newTopicPreferences: z
        .object({
          unsubscribeAll: z.boolean().nullish(),
          topicSubscriptionStatus: z.array(z.object({ subscriptionStatus: text })).nullish(),
        })
        .nullish(),
    })
    .nullish(),
})
type Notification = z.output<typeof shape>

/**
 * Amazon SES reports through SNS, as JSON in `text/plain`. A subscription is confirmed only for a
 * configured topic, so that a stranger's topic cannot be connected.
 */
export const sesWebhook =
  (topics: readonly string[], files: AwsFiles, log: Log): Webhook =>
  async ({ body }) => {
    const message = readJson(body, snsMessage)
    if (!message) return unreadable
    if (!topics.includes(message.TopicArn))
      return { status: 403, why: 'the topic is not configured' }
    if (!(await isSignedBySns(message, files)))
      return { status: 403, why: 'the signature is wrong' }
    if (message.Type === 'SubscriptionConfirmation') {
      await files.confirm(message.SubscribeURL ?? '', regionOf(message))
      log.info({ topic: message.TopicArn }, 'the subscription of an SNS topic is confirmed')
    }
    // SES also sends a sentence when a topic is connected, which is no JSON.
    const sent = message.Type === 'Notification' ? readJson(message.Message, shape) : null
    return sent && reportOf(sent)
  }

function reportOf(sent: Notification): WebhookReport | null {
  const token = tokenIn(sent)
  const { bounce, complaint, subscription, mail } = sent
  const type = sent.notificationType ?? sent.eventType
  const named = (email = '') => ({ email: email || firstOf(mail), senders: sendersOf(mail) })
  if (type === 'Bounce' && bounce) {
    const { bounceType, bounceSubType: subType, feedbackId: eventKey } = bounce
    const [first] = bounce.bouncedRecipients
    const diagnostic = first?.diagnosticCode ?? ''
    const address = { status: first?.status, recipient: first?.emailAddress }
    const kind = kindOfSesBounce({ type: bounceType, subType, diagnostic, ...address })
    const reason = diagnostic || `${bounceType} ${subType}`
    const person = isSuppression(subType) && { person: named(first?.emailAddress) }
    return kind && { kind, eventKey, reason, token, ...person }
  }
  if (type === 'Complaint' && complaint && complaint.complaintFeedbackType !== 'not-spam') {
    const reason = complaint.complaintFeedbackType ?? complaint.complaintSubType ?? ''
    const person = named(complaint.complainedRecipients[0]?.emailAddress)
    return { kind: 'complaint', eventKey: complaint.feedbackId, reason, token, person }
  }
  if (type !== 'Subscription' || !subscription || !hasLeft(subscription)) return null
  const eventKey = `subscription ${mail.messageId} ${firstOf(mail)} ${subscription.timestamp}`
  return { kind: 'unsubscribe', eventKey, reason: 'unsubscribed at SES', token, person: named() }
}

/** SES did not send the mail. */
const isSuppression = (subType: string) => /suppress|unsubscribed/i.test(subType)

/** A contact left the whole list, or each of its topics. */
function hasLeft({ newTopicPreferences }: NonNullable<Notification['subscription']>): boolean {
  const topics = newTopicPreferences?.topicSubscriptionStatus ?? []
  const isOut = topics.every((topic) => /^optout$/i.test(topic.subscriptionStatus))
  return newTopicPreferences?.unsubscribeAll === true || (topics.length > 0 && isOut)
}

const firstOf = ({ destination }: Notification['mail']): string => destination?.[0] ?? ''

const sendersOf = ({ source, commonHeaders }: Notification['mail']): string[] => [
  source,
  ...(commonHeaders?.from ?? []),
]

/**
 * A configuration set returns the tags, a notification the headers if it is set up so, and both the
 * envelope sender.
 */
function tokenIn({ mail: { tags, headers, source } }: Notification): string {
  const fields = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
  const [, tag = ''] = new RegExp(`\\b${tokenKey}=(\\w+)`).exec(valueOf(fields, tagsHeader)) ?? []
  const [, sender = ''] = /\+(\w+)@/.exec(source) ?? []
  return valueOf(tags, tokenKey) || tag || valueOf(fields, tokenHeader) || sender
}

const tagsHeader = 'X-SES-MESSAGE-TAGS'

/** `diagnostic`: the last server's answer, as in `smtp; 550 5.1.1 …`. */
type SesBounce = {
  type: string
  subType: string
  status?: string
  diagnostic?: string
  recipient?: string
}

/**
 * A bounce of Amazon SES ('Bounce types' of its documentation), also as Resend passes it on. The
 * last server's status and words decide, else the type: SES has tried again for hours before it
 * reports a transient one. Null where it is about the text of the mail.
 */
export function kindOfSesBounce(bounce: SesBounce): Report['kind'] | null {
  const { type, subType, status, diagnostic = '', recipient = '' } = bounce
  if (suppressed.has(subType)) return 'hard-bounce'
  if (subType === 'UnsubscribedRecipient') return 'unsubscribe'
  if (aboutText.has(subType)) return null
  const label = type === 'Permanent' ? 'hard' : 'soft'
  return kindOfBounce({ diagnostic, status, recipient, label })
}

/** SES did not send the mail: the address bounced before. */
const suppressed = new Set(['Suppressed', 'OnAccountSuppressionList', 'OnTenantSuppressionList'])
const aboutText = new Set(['MessageTooLarge', 'ContentRejected', 'AttachmentRejected'])

/** A message that SNS posts to an HTTPS endpoint ('Parsing message formats' of its documentation). */
const snsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Subject: z.string().nullish(),
  Message: z.string(),
  Timestamp: z.string(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
})
export type SnsMessage = z.output<typeof snsMessage>

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  other: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

/** The text that SNS signs: name and value of each field that the message has, a line each. */
export function signedText(message: SnsMessage): string {
  const fields = signedFields[message.Type === 'Notification' ? 'Notification' : 'other']
  return fields
    .filter((name) => message[name] != null)
    .map((name) => `${name}\n${message[name]}\n`)
    .join('')
}

/** arn:aws:sns:REGION:ACCOUNT:NAME */
const regionOf = ({ TopicArn }: SnsMessage): string => TopicArn.split(':')[3] ?? ''

/** Throws where the certificate cannot be fetched. Version 1 signs with SHA-1, version 2 with SHA-256. */
async function isSignedBySns(message: SnsMessage, files: AwsFiles): Promise<boolean> {
  const key = await files.certificateKey(message.SigningCertURL, regionOf(message))
  if (!key) return false
  const hash = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256'
  const signature = Buffer.from(message.Signature, 'base64')
  return verify(hash, Buffer.from(signedText(message)), key, signature)
}

/** Fetches a text over https. Throws where that fails. */
export type FetchText = (url: string) => Promise<string>

/** What the server fetches from Amazon, and from no other host. */
type AwsFiles = {
  /** The public key of a signing certificate; null if its URL or its time is not valid. */
  certificateKey(url: string, region: string): Promise<KeyObject | null>
  /** Visits the URL that confirms a subscription. */
  confirm(url: string, region: string): Promise<void>
}

/** Only the region of the topic: `sns.s3-….amazonaws.com` is a bucket that anybody may own. */
const origin = (region: string) => `https://sns.${region}.amazonaws.com/`
const certificate = /^SimpleNotificationService-[0-9a-zA-Z]{1,64}\.pem$/
const mostCertificates = 8
/** Anybody can name a certificate that does not exist. */
const fetchBudget: Budget = { atOnce: 10, everyMs: 6_000 }

export function openAwsFiles(fetchText: FetchText, now: () => number): AwsFiles {
  const keys = new Map<string, Promise<X509Certificate>>()
  let fullAt = 0

  const fetchLimited = async (url: string): Promise<string> => {
    const taken = take(fullAt, fetchBudget, now())
    fullAt = taken.fullAt
    if (taken.retryAfterMs > 0) throw new Error('too many files of Amazon were requested')
    return fetchText(url)
  }

  function certificateAt(url: string): Promise<X509Certificate> {
    const known = keys.get(url)
    if (known) return known
    const fetched = fetchLimited(url).then((pem) => new X509Certificate(pem))
    if (keys.size >= mostCertificates) keys.delete(keys.keys().next().value!)
    keys.set(url, fetched)
    fetched.catch(() => keys.delete(url))
    return fetched
  }

  return {
    async certificateKey(url, region) {
      if (!isFile(url, region)) return null
      const { publicKey, validFromDate, validToDate } = await certificateAt(url)
      const isValid = validFromDate.getTime() <= now() && now() <= validToDate.getTime()
      return isValid ? publicKey : null
    },
    async confirm(url, region) {
      if (url.startsWith(origin(region))) await fetchLimited(url)
    },
  }
}

const isFile = (url: string, region: string): boolean =>
  url.startsWith(origin(region)) && certificate.test(url.slice(origin(region).length))

const timeoutMs = 5_000
const mostBytes = 64 * 1024

export async function fetchFromAws(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`Amazon answered ${response.status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error('Amazon answered with too many bytes')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
