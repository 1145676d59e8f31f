import { describe, expect, test } from 'vitest'
import { accountRows } from './account-rows.ts'
import { meaningOf } from './meaning.ts'
import { type Answer, type Meaning } from './answer.ts'

const recipient = 'sanne@mail.example'
const codeOf = (text: string) => Number(/^[2-5]\d\d/.exec(text)?.[0]) || null
const answered = (step: Answer['step'], text: string, more: Partial<Answer> = {}): string =>
  shown(meaningOf({ step, code: codeOf(text), status: '', text, recipient, ...more }))
const shown = (meaning: Meaning): string => {
  switch (meaning.about) {
    case 'mailbox':
      return meaning.bounce
    case 'account':
      return `${meaning.limit ? 'limit' : 'account'}: ${meaning.row}`
    default:
      return meaning.alone ? `${meaning.about}, alone` : meaning.about
  }
}

/** Answers in the words of services, by the row of the table that they belong to. */
const ofServices: Record<string, readonly string[]> = {
  'sending limit of a day or an hour': [
    '550 5.4.5 Daily user sending limit exceeded. For more information, see the link - gsmtp',
    '550-5.7.1 Daily SMTP relay limit exceeded for customer. For more information\n550 5.7.1 contact your administrator',
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
    '454 Throttling failure: Daily message quota exceeded.',
    '452 4.5.3 Daily message limit exceeded',
    '550 5.7.1 <DATA>: Data command rejected: only 10 messages per day',
    '550 Exceeded Sending Limit (daily)',
    '550 You have reached your daily email sending quota',
    '450 4.7.1 Hourly quota for sent mails is used up: 300 mails per hour',
    '554 5.7.1 You have sent too many messages in the last hour',
    '550 Domain fuel.example has exceeded the max emails per hour (501/500 (100%)) allowed. Message discarded.',
  ],
  'sending limit': [
    '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; the mail was not sent',
    '450 Your account reached its email quota limit. Contact support to increase it.',
    '552 Message would take you over your relay quota of 500. Current quota used: 487',
    '451 4.7.1 Ratelimit "hostinger_out_ratelimit" exceeded',
    '554 5.7.1 <sanne@mail.example>: Recipient address rejected: Policy Rejection- Quota exceeded.',
    '550 5.7.0 The sending limit of this sender is reached',
    '550 Outgoing message limit reached for fuel.example',
  ],
  'sending limit in other languages': [
    "550 5.7.1 Quota d'envoi atteint",
    '550 Ihr Versandlimit ist erreicht',
    '554 Límite de envío superado',
    '550 5.7.1 Sie haben das Limit an E-Mails pro Stunde überschritten',
    '550 Limite de 200 messages par heure atteinte',
  ],
  'credits used up': [
    '451 Authentication failed: Maximum credits exceeded',
    '550 Not enough credits to send this e-mail',
  ],
  'mails of the domain per hour': [
    '550 Email account hello@fuel.example is sending too many emails - rate overlimit = 83.6 / 1h',
  ],
  unpaid: [
    '550 5.7.1 Your subscription has expired',
    '554 Domain fuel.example is disabled: unpaid invoice',
    '535 Payment required',
  ],
  'sending is stopped': [
    '550 5.1.8 Access denied, bad outbound sender AS(42004)',
    '550 5.7.705 Access denied, tenant has exceeded threshold',
    '550 5.7.501 Access denied, spam abuse detected',
    '550 5.4.6 Unusual sending activity detected. Learn more.',
    '554 5.1.8 Email Outgoing Blocked.',
    '554 Sending paused for this account.',
  ],
  'account is suspended': [
    '550 Account suspended',
    '550 5.7.1 Your account has been disabled for sending spam',
    "554 5.7.1 The sender's account is locked",
    '550 5.7.0 This account is not allowed to send',
    '554 The customer account is on hold',
    '550 Ihr Konto wurde gesperrt',
    '550 5.7.1 <sanne@mail.example>: Recipient address rejected: Your account has been suspended',
    '554 Votre compte est bloqué',
    '535 5.7.1 Your SMTP account is not yet activated',
  ],
  'test mode': [
    '554 Sandbox subdomains are for test purposes only. Please add the address to authorized recipients',
    '550 You can only send testing emails to your own email address',
  ],
  'account words': ['550 5.7.1 Contact support about your account'],
  'sender is not verified': [
    '554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: sanne@mail.example',
    '550 The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved.',
    '550 5.7.1 Unconfigured Sending Domain <fuel.example>',
    '550 The fuel.example domain is not verified',
    '550 5.7.1 The sender domain must be verified',
  ],
  'sender is not allowed': [
    '553 Relaying disallowed as hello@fuel.example',
    '553 5.7.1 <hello@fuel.example>: Sender address rejected: not owned by user office@fuel.example',
    '550 5.7.0 From address is not one of your addresses.',
    '550 Sender address is not allowed.',
    '554 5.2.252 SendAsDenied; office@fuel.example not allowed to send as hello@fuel.example',
    '550 5.7.60 SMTP; Client does not have permissions to send as this sender',
    '550 5.1.8 Domain of the address does not exist',
  ],
  'relay is denied': [
    '554 5.7.1 <sanne@mail.example>: Relay access denied',
    '550 5.7.1 Unable to relay',
    '550 relay not permitted',
    "553 sorry, that domain isn't in my list of allowed rcpthosts",
  ],
  'login is required': [
    '530 5.7.0 Authentication Required',
    '550 Unauthenticated senders not allowed',
    '530 5.7.57 Client was not authenticated to send anonymous mail',
  ],
}

test('every row of the table has answers of services', () => {
  expect(Object.keys(ofServices)).toEqual(accountRows.map(({ row }) => row))
})

describe.each(Object.entries(ofServices))('[BACK-4] %s', (row, texts) => {
  const isLimit = accountRows.find((one) => one.row === row)!.limit ?? false

  test.each(texts)('%s', (text) => {
    const said = `${isLimit ? 'limit' : 'account'}: ${row}`
    for (const step of ['recipient', 'message', null] as const)
      expect(answered(step, text), String(step)).toBe(said)
    for (const step of ['greeting', 'login', 'sender'] as const)
      expect(answered(step, text), step).toBe(said)
  })
})

test.each(['greeting', 'login', 'sender'] as const)(
  '[BACK-4] a 5xx to %s is about the account, whatever it says',
  (step) => {
    expect(answered(step, '550 5.1.1 no such user')).toBe(`account: ${step}`)
    expect(answered(step, '554 no')).toBe(`account: ${step}`)
    expect(answered(step, '421 4.3.2 too busy')).toBe('nothing')
  },
)

test.each([
  '550 No such user here',
  '550 No Such User Here',
  '550 <sanne@mail.example>: Recipient address rejected: User unknown in virtual mailbox table',
  '550 5.1.1 <sanne@quota.example>: Recipient address rejected: User unknown',
  '550 5.1.2 Bad destination system',
  '550 5.1.10 Recipient not found by SMTP address lookup',
  '550 5.1.0 <sanne@spam.example>: no such user',
  '550 5.2.1 <sanne@mail.example>... Addressee unknown',
  '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)',
  "554 delivery error: dd This user doesn't have a yahoo.com account (sanne@mail.example) [0]",
  '550 5.1.1 undeliverable address: host mx.mail.example[192.0.2.1] said: 550 User unknown',
  '550 Callout verification failed: 550 unknown user',
  '550 Benutzer unbekannt',
  '550 Utilisateur inconnu',
  '511 sorry, no mailbox here by that name (#5.1.1 - chkuser)',
  '551 User not local',
  '550 sorry, no mailbox here by that name. (#5.7.17)',
])('[BACK-4] a hard bounce at the recipient, after the final dot and in a report: %s', (text) => {
  for (const step of ['recipient', 'message', null] as const)
    expect(answered(step, text), String(step)).toBe('hard')
})

test.each([
  '552 5.2.2 The email account that you tried to reach is over quota',
  '552 5.2.2 This account is over quota',
  '552 Postfach ist voll',
  '552 Requested mail action aborted: exceeded storage allocation',
  '452 4.2.2 Mailbox full',
  '550 5.2.1 The email account that you tried to reach is disabled',
  '550 5.2.1 The user you are trying to contact is receiving mail too quickly',
  '554 Sorry, your message to sanne@mail.example cannot be delivered. This account has been disabled or discontinued.',
  '550 <sanne@mail.example>: Account suspended',
  '550 Mailbox disabled, not accepting messages',
  '550 5.1.1 mailbox temporarily disabled',
  '554 5.2.121 The sender has exceeded the limit for the number of messages to this recipient',
])('[BACK-4] a soft bounce: %s', (text) => {
  for (const step of ['recipient', 'message', null] as const)
    expect(answered(step, text), String(step)).toBe('soft')
})

test.each([
  '550 5.7.1 blocked',
  '550 5.7.1 user unknown, or blocked by policy',
  '550 5.1.1 <sanne@mail.example>: user unknown, or refused by local policy',
  '550 Mailbox unavailable. Messages from 192.0.2.1 were not sent: their network is on our block list (S3150)',
  '550-5.7.26 This mail has been blocked because the sender is unauthenticated',
  '554 5.7.1 Service unavailable; client host blocked using zen.example',
  '550-Verification failed for <hello@fuel.example>\n550-No Such User Here\n550 Sender verify failed',
  '550 5.7.1 You are not authorized to send to this recipient',
  '550 5.7.134 RESOLVER.RST.SenderNotAuthenticatedForMailbox; authentication required',
  '550 High probability of spam',
  '552 5.3.4 message too big',
  '554 5.6.0 the content is refused',
  '550 5.7.1 The very low reputation of the sending domain: the message has been blocked',
  '451 4.7.1 Greylisted for 5 minutes',
  '450 4.7.1 Sender rate limit exceeded',
  '451 4.7.1 Too many messages from your IP in the last hour',
  '550 5.7.509 Access denied, the domain does not pass DMARC verification',
])('[BACK-4] policy: %s', (text) => {
  for (const step of ['recipient', 'message', null] as const)
    expect(answered(step, text), String(step)).toMatch(/^policy/)
})

test.each([
  '550 5 reasons why',
  '554 Transaction failed',
  '550 sanne@user-unknown.example rejected',
  '550 see http://user-unknown.example/no-such-user',
  '550 5.1.0 Address rejected.',
  '450 4.1.1 user unknown for now',
  '421 Too much load',
  '432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded',
  '454 Throttling failure: Maximum sending rate exceeded.',
  '451 Your account is not activated',
  '451 4.4.1 connection timed out',
  '',
])('[BACK-4] nothing follows: %s', (text) => {
  expect(answered('recipient', text)).toMatch(/^nothing/)
})

test('after the final dot, a mailbox that is only "unavailable" may be a refused text', () => {
  const text = '550 Requested action not taken: mailbox unavailable'
  expect(answered('recipient', text)).toBe('hard')
  expect(answered(null, text)).toBe('hard')
  expect(answered('message', text)).toBe('nothing')
  expect(answered('recipient', `${text}\n550 Failure sending mail. Try again later.`)).toBe(
    'nothing',
  )
})

describe('what concerns one mail alone', () => {
  test.each([
    ['550 host mx.mail.example said: 554 relay access denied', 'nothing, alone'],
    ['550 5.1.0 Address rejected', 'nothing, alone'],
    ['550 Sender callout verification failed: no such user', 'policy, alone'],
    ['550 5.7.1 refused by local policy', 'policy'],
  ])('%s', (text, meaning) => expect(answered('recipient', text)).toBe(meaning))
})

describe('[BACK-4] what another server wrote beside the answer', () => {
  const report = (status: string, text: string, label?: 'hard' | 'soft') =>
    answered(null, text, { status, code: codeOf(text), ...(label && { label }) })

  test.each([
    ['5.1.1', '', 'hard'],
    ['5.1.1', '550 Rejected', 'hard'],
    ['5.0.0', '550 5.1.1 no mailbox', 'hard'],
    ['5.1.1', '550 5.0.0 Recipient refused', 'hard'],
    ['5.1.3', '553 http://www.blocklist.example/query/bl?ip=192.0.2.222', 'nothing'],
    ['5.1.2', '550 http://www.blocklist.example/query/bl?ip=192.0.2.222', 'nothing'],
    ['5.1.3', '553 sorry, not today', 'nothing'],
    ['5.1.3', '553 no such user', 'hard'],
    ['5.1.1', '550 5.7.1 refused: sending address is on a block list', 'policy'],
    ['5.1.1', '554 listed in a DNSBL', 'policy'],
    ['5.1.1', '550 relay not permitted', 'account: relay is denied'],
    ['4.4.7', '', 'nothing'],
    ['4.4.1', 'connection timed out; user unknown', 'nothing'],
  ])('status %s beside %j', (status, text, meaning) => expect(report(status, text)).toBe(meaning))

  test('the words and the status of the server win over what a provider calls it', () => {
    expect(report('5.7.1', '550 5.7.1 on a block list', 'hard')).toBe('policy')
    expect(report('5.2.2', '552 5.2.2 over quota', 'hard')).toBe('soft')
    expect(report('5.5.0', '550 5.5.0 user unknown', 'hard')).toBe('hard')
    expect(report('', '550 5.4.5 Daily sending quota exceeded', 'hard')).toMatch('limit')
    expect(report('', '', 'hard')).toBe('hard')
    expect(report('5.3.0', '550 5.3.0', 'soft')).toBe('soft')
  })

  test('what a provider calls soft is never hard', () => {
    expect(report('5.1.1', '550 5.1.1 user unknown', 'soft')).toBe('soft')
  })
})
