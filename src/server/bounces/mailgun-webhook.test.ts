import { expect, test } from 'vitest'
import { mailgunCall, mailgunFailure, webhookSettings } from '#test/webhook-samples.ts'
import { mailgunWebhook } from './mailgun-webhook.ts'

const now = Date.UTC(2026, 10, 26, 12)

test.each([
  ['a code apart from the words', { code: 550, message: '5.7.1 blocked' }, '550 5.7.1 blocked'],
  ['a code in the words', { code: 550, message: '550 5.7.1 blocked' }, '550 5.7.1 blocked'],
  ['a code of Mailgun alone', { code: 605, message: 'Not delivering' }, 'Not delivering'],
  ['no code', { message: '5.7.1 blocked' }, '5.7.1 blocked'],
])("the reason of Mailgun's report keeps the code: %s", (_, status, reason) => {
  const { body, headers } = mailgunCall(mailgunFailure('token', { 'delivery-status': status }), now)
  const read = mailgunWebhook(webhookSettings.MAILGUN_SIGNING_KEY)
  expect(read({ body, headers, now } as unknown as Parameters<typeof read>[0])).toMatchObject({
    reason,
  })
})
