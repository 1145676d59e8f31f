import { z } from 'zod'
import type { Log } from '#server/config/log.ts'
import { tokenHeader, tokenKey } from '#server/outbox/mail-tokens.ts'
import { kindOfSesBounce } from './ses-bounce.ts'
import type { AwsFiles } from './sns-files.ts'
import { isSignedBySns, regionOf, snsMessage } from './sns-message.ts'
import {
  looseList,
  looseRecord,
  looseText as text,
  readJson,
  refusedCall,
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
