import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reportMail, reportNames } from '#test/report-mails.ts'
import { parseMessage } from './handle-message.ts'
import { kindOfMeaning } from './reports.ts'
import { mostBytes, readMessage, type Parsed } from './read-message.ts'

const sanne = {
  token: 'abcdefghijklmnopqrstuvwxyz234567abcdefghij',
  messageId: '<6f1c2a34-0000-4000-8000-0123456789ab@fuel.example>',
  email: 'sanne@recipient.example',
}

const parse = async (raw: Uint8Array): Promise<Parsed> => parseMessage((await readMessage(raw))!)
const parseSample = (name: string) => parse(reportMail(name, sanne))

type Expected = { is: Parsed['is']; kind?: string; reason?: RegExp; byToken?: true }
const hard = { is: 'bounce', kind: 'hard-bounce' } as const
const soft = { is: 'bounce', kind: 'soft-bounce' } as const
const refusal = { is: 'bounce', kind: 'refusal' } as const
/** It has no introduction that is known, so that it counts by its token alone. */
const byToken = { ...hard, byToken: true } as const

const samples: Record<string, Expected> = {
  postfix: { ...hard, reason: /User unknown in virtual mailbox table/ },
  'wrong-boundary': { ...hard, reason: /User unknown in virtual mailbox table/ },
  'multi-line': {
    ...hard,
    reason: /^550-5.1.1 The email account .* does not exist\. Please try double-checking the/,
  },
  exim: { ...hard, reason: /^550 No such user here$/ },
  'exim-plain': { ...hard, reason: /^Unrouteable address$/ },
  qmail: { ...hard, reason: /no mailbox here by that name/ },
  gmail: { ...hard, reason: /does not exist/ },
  'gmail-policy': { ...refusal, reason: /sender is unauthenticated/ },
  exchange: { ...hard, reason: /RecipientNotFound/ },
  outlook: { ...hard, reason: /mailbox unavailable/ },
  'outlook-full': { ...soft, reason: /mailbox full/ },
  yahoo: { ...hard, reason: /Not a valid recipient/ },
  'yahoo-plain': { ...hard, reason: /This user doesn't have a/ },
  gmx: { ...hard, reason: /mailbox unavailable/ },
  opensmtpd: { ...hard, reason: /550 5\.1\.1 User unknown/ },
  'yahoo-text': { ...hard, reason: /Remote host said: 550 5\.1\.1/ },
  courier: { ...hard, reason: /<<< 550 User unknown/ },
  'sendmail-old': { ...byToken, reason: /^<<< 550 .* User unknown$/ },
  'sendmail-blocked': { ...refusal, byToken: true, reason: /block list/ },
  domino: { ...byToken, reason: /not listed in Domino Directory/ },
  'notes-book': { ...byToken, reason: /not listed in public Name/ },
  'exchange-5': { ...byToken, reason: /recipient name is not recognized/ },
  imail: { ...byToken, reason: /Unknown user/ },
  hmailserver: { ...hard, reason: /Mailbox does not exist/ },
  mailenable: { ...byToken, reason: /550 No such user here/ },
  groupwise: { ...byToken, reason: /user does not exist/ },
  autoreplied: { ...byToken, reason: /550 5\.1\.1 User unknown/ },
  'status-comment': { ...hard, reason: /Illegal host\/domain name found/ },
  'without-action': { ...hard, reason: /^It failed/ },
  'other-action': { ...hard, reason: /^It failed/ },
  'empty-status': { is: 'other' },
  'blocklist-553': { ...soft, reason: /^553 http/ },
  'blocked-as-unknown': { ...refusal, reason: /S3150/ },
  'account-limit': { is: 'bounce', kind: 'account', reason: /Daily user sending limit/ },
  'dovecot-full': { ...soft, reason: /User Unknown/ },
  'carrier-filter': { ...soft, reason: /Unknown user/ },
  delayed: { is: 'notice' },
  'delayed-plain': { is: 'notice' },
  complaint: { is: 'complaint', reason: /^abuse, reported by ProviderFeedback/ },
  'complaint-yahoo': { is: 'complaint', reason: /^abuse, reported by Feedback/ },
  'complaint-hotmail': { is: 'complaint', reason: /^complaint about message/ },
  'complaint-jmrp': { is: 'complaint', reason: /^complaint about message/ },
  'not-spam': { is: 'notice' },
  'out-of-office': { is: 'out-of-office', reason: /^Automatisch antwoord/ },
  vacation: { is: 'out-of-office' },
  'vacation-null': { is: 'other' },
  'not-understood': { is: 'other' },
  reply: { is: 'other' },
}
const leftForAPerson = Object.keys(samples).filter((name) => samples[name]!.is === 'other')

test('[BACK-2] [BACK-4] each sample is told apart, with what it means and the words of the mail server', async () => {
  expect(Object.keys(samples).sort()).toEqual([...reportNames].sort())
  for (const [name, expected] of Object.entries(samples)) {
    const parsed = await parseSample(name)
    const kind = parsed.is === 'bounce' ? kindOfMeaning(parsed.meaning) : undefined
    expect({ name, is: parsed.is, kind }).toEqual({ name, is: expected.is, kind: expected.kind })
    if (expected.reason) expect('reason' in parsed && parsed.reason, name).toMatch(expected.reason)
  }
})

test('every sample that is not for a person names the token, and no reason an address', async () => {
  for (const name of reportNames.filter((one) => !leftForAPerson.includes(one))) {
    const parsed = await parseSample(name)
    const { secrets } = parsed.is === 'other' ? { secrets: [] } : parsed.about
    expect({ name, has: secrets.join(' ').includes(sanne.token) }).toEqual({ name, has: true })
    expect(JSON.stringify('reason' in parsed ? parsed.reason : '')).not.toContain('sanne@')
  }
})

test('samples with a returned mail name its Message-ID and its recipient', async () => {
  const without = [...leftForAPerson, 'delayed-plain', 'courier', 'hmailserver']
  for (const name of reportNames.filter((one) => !without.includes(one))) {
    const parsed = await parseSample(name)
    const ids = samples[name]!.byToken ? [] : expect.arrayContaining([sanne.messageId])
    expect({ name, ...parsed }).toMatchObject({
      about: {
        messageIds: ids,
        recipients: samples[name]!.byToken ? [] : expect.arrayContaining([sanne.email]),
      },
    })
  }
})

describe('mails that are no report', () => {
  const own = (headers: string, text = 'Hello') => parse(Buffer.from(`${headers}\r\n\r\n${text}`))

  test('our own mail, sent by a program, is for a person to read', async () => {
    const { messageId, email, token } = sanne
    const headers = `From: hello@fuel.example\r\nTo: ${email}\r\nReturn-Path: <bounce+${token}@mail.fuel.example>\r\nMessage-ID: ${messageId}\r\nAuto-Submitted: auto-generated\r\nSubject: Automatic reply`
    expect(await own(headers)).toEqual({ is: 'other' })
  })

  test('a reply that quotes a report is for a person to read', async () => {
    const headers = 'From: sanne@recipient.example\r\nSubject: Re: Undelivered Mail'
    const quoted = '> host mx said: 550 5.1.1 <jan@recipient.example>: User unknown'
    expect(await own(headers, quoted)).toEqual({ is: 'other' })
  })

  test('a newsletter with Precedence: bulk is for a person to read', async () => {
    expect(await own('From: news@shop.example\r\nPrecedence: bulk\r\nSubject: Sale')).toEqual({
      is: 'other',
    })
  })
})

test('a report that is cut off after its first bytes is still read', async () => {
  const whole = reportMail('postfix', sanne)
  const withPicture = Buffer.concat([whole, Buffer.alloc(mostBytes, 'A')])
  const cut = whole.subarray(0, whole.indexOf('Content-Description: Undelivered Message'))
  for (const raw of [withPicture, cut])
    expect(await parse(raw)).toMatchObject({ is: 'bounce', meaning: { bounce: 'hard' } })
})

describe('hostile bytes', () => {
  const read = async (raw: Uint8Array) => {
    const message = await readMessage(raw)
    expect(message && parseMessage(message)).toBeDefined()
  }

  test('no bytes make the parser throw', () =>
    fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), read), {
      numRuns: Number(process.env['FUZZ_ROUNDS'] ?? 80),
    }))

  test('no change of a report makes the parser throw', () => {
    const changes = fc.array(fc.tuple(fc.nat(4_000), fc.uint8Array({ maxLength: 40 })))
    const changed = fc.asyncProperty(fc.constantFrom(...reportNames), changes, (name, all) => {
      const raw = reportMail(name, sanne)
      for (const [at, bytes] of all) if (at + bytes.length < raw.length) raw.set(bytes, at)
      return read(raw)
    })
    return fc.assert(changed, { numRuns: Number(process.env['FUZZ_ROUNDS'] ?? 80) })
  })

  /** A quadratic pattern would take an hour. */
  test.each([' ', '-', '  \n', '--\n'])('a text of a million times %j is read', (piece) => {
    const text = `Hello\n${piece.repeat(1_000_000)}.`
    expect(parseMessage({ headers: new Map(), text, parts: [] })).toEqual({ is: 'other' })
  })

  const pieces =
    'a@|<|<a|host |5.1.1.|550 |x-y|user |user,|- |=_|: |a.|mailbox |\n |\n\n|A: b\n|--b1\n'
  const text = 'From: MAILER-DAEMON\r\nContent-Type: text/plain\r\n\r\n'
  const report =
    'Content-Type: multipart/report; boundary=b1\r\n\r\n--b1\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\nStatus: 5.0.0\r\nDiagnostic-Code: '
  const beginnings = [
    text,
    `${text}I wasn't able to deliver your message `,
    report,
    'Subject: ',
    'Content-Type: text/html\r\n\r\n',
  ]

  /** As long as the longest mail that is read: a quadratic pattern would take minutes. */
  test.each(pieces.split('|'))('a mail that repeats %j is read', async (piece) => {
    const much = piece.repeat(Math.ceil(mostBytes / piece.length))
    for (const beginning of beginnings) await read(Buffer.from(beginning + much))
  })
})
