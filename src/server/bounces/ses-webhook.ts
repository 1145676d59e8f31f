import { z } from 'zod'
import type { Log } from '#server/config/log.ts'
import { tokenHeader, tokenKey } from '#server/outbox/mail-tokens.ts'
import { bounceKindOfSes } from './ses-bounce.ts'
import type { AwsFiles } from './sns-files.ts'
import { isSignedBySns, regionOf, snsMessage } from './sns-message.ts'
import {
  readJson,
  refusedCall,
  unreadable,
  valueOf,
  type Webhook,
  type WebhookReport,
} from './webhook.ts'

const recipient = z.object({ diagnosticCode: z.string() }).partial()

/**
 * A notification of an identity (`notificationType`) or an event of a configuration set
 * (`eventType`); the rest is the same.
 */
const shape = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z.object({
    source: z.string().default(''),
    tags: z.record(z.string(), z.unknown()).default({}),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  }),
  bounce: z
    .object({
      bounceType: z.string(),
      bounceSubType: z.string().default(''),
      feedbackId: z.string(),
      bouncedRecipients: z.array(recipient).default([]),
    })
    .optional(),
  complaint: z
    .object({
      feedbackId: z.string(),
      complaintFeedbackType: z.string().nullish(),
      complaintSubType: z.string().nullish(),
    })
    .optional(),
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
    if (!topics.includes(message.TopicArn)) return refusedCall(403, 'the topic is not configured')
    if (!(await isSignedBySns(message, files))) return refusedCall(403, 'the signature is wrong')
    if (message.Type === 'SubscriptionConfirmation') {
      await files.confirm(message.SubscribeURL ?? '', regionOf(message))
      log.info({ topic: message.TopicArn }, 'the subscription of an SNS topic is confirmed')
    }
    // SES also sends a sentence when a topic is connected, which is no JSON.
    const sent = message.Type === 'Notification' ? readJson(message.Message, shape) : null
    return { status: 200, report: sent && reportOf(sent) }
  }

function reportOf(sent: Notification): WebhookReport | null {
  const token = tokenIn(sent)
  const { bounce, complaint } = sent
  const type = sent.notificationType ?? sent.eventType
  if (type === 'Bounce' && bounce) {
    const kind = bounceKindOfSes(bounce.bounceType, bounce.bounceSubType)
    const [first] = bounce.bouncedRecipients
    const reason = first?.diagnosticCode ?? `${bounce.bounceType} ${bounce.bounceSubType}`
    return kind && { kind, eventKey: bounce.feedbackId, reason, token }
  }
  if (type !== 'Complaint' || !complaint || complaint.complaintFeedbackType === 'not-spam')
    return null
  const reason = complaint.complaintFeedbackType ?? complaint.complaintSubType ?? ''
  return { kind: 'complaint', eventKey: complaint.feedbackId, reason, token }
}

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
