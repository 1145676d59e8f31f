import { describe, expect, test } from 'vitest'
import { fieldName } from './cell.ts'
import { senseOf } from './column-names.ts'
import {
  readWord,
  readYesNo,
  judge,
  statementsIn,
  readStatement,
  type StatusReader,
} from './status-words.ts'

const readerOf = (column: string): StatusReader | null => {
  const sense = senseOf(fieldName(column))
  return typeof sense === 'string' ? null : sense
}
const kindOf = (fields: Record<string, string>) => {
  const readers = new Map(
    Object.keys(fields).flatMap((column) => {
      const reader = readerOf(column)
      return reader ? [[column, reader] as const] : []
    }),
  )
  return judge(statementsIn(fields, readers)).kind
}

describe('[IMPORT-1] a status word', () => {
  test.each([
    [
      'complained',
      [
        'complained',
        'Complaint',
        'MARKED_AS_SPAM',
        'junk',
        'spam',
        'Beschwerde',
        'plainte',
        'queja',
        'klacht',
      ],
    ],
    [
      'blocked',
      [
        'blocked',
        'blocklisted',
        'Blacklisted',
        'suppressed',
        'do-not-contact',
        'geblokkeerd',
        'gesperrt',
        'bloqué',
        'bloqueado',
      ],
    ],
    [
      'left',
      [
        'unsubscribed',
        'UNSUBSCRIBED',
        'Un-subscribed',
        'unsub',
        'opted out',
        'Opted-Out',
        'inactive',
        'cancelled',
        'canceled',
        'removed',
        'deleted',
        'archived',
        'disabled',
        'withdrawn',
        'Unsubscribed by admin',
        'uitgeschreven',
        'Afgemeld',
        'abgemeldet',
        'ABBESTELLT',
        'désabonné',
        'Désinscrite',
        'dado de baja',
        'cancelada',
      ],
    ],
    [
      'undeliverable',
      [
        'bounced',
        'hard_bounced',
        'Hard bounce',
        'softBounced',
        'cleaned',
        'undeliverable',
        'unreachable',
        'invalid',
        'Bounced (hard)',
        '550 5.1.1 no such user',
        'opgeschoond',
        'onbestelbaar',
        'unzustellbar',
        'rebotado',
      ],
    ],
    [
      'unconfirmed',
      [
        'unconfirmed',
        'pending',
        'not confirmed',
        'NEVER_SUBSCRIBED',
        'non-subscribed',
        'unactivated',
        'validating',
        'applied',
        'invited',
        'awaiting confirmation',
        'onbevestigd',
        'unbestätigt',
        'en attente',
        'pendiente',
        'sin confirmar',
      ],
    ],
    [
      'mailable',
      [
        'subscribed',
        'Active',
        'enabled',
        'confirmed',
        'regular',
        'premium',
        'opted in',
        'ingeschreven',
        'angemeldet',
        'abonné',
        'suscrita',
        'actief',
        'aktiv',
        'activo',
      ],
    ],
  ])('that says %s is known in any spelling', (kind, words) => {
    for (const word of words) expect([word, readWord(word)?.kind]).toEqual([word, kind])
  })

  test.each([
    '',
    'gold',
    'Utrecht',
    'TX',
    'OK',
    'NO',
    'new',
    '2024-01-15',
    'Baja California',
    'waiting',
    '5.1.1 and more',
    '550',
  ])('%j is none', (word) => expect(readWord(word)).toBeNull())
})

test.each([
  [true, ['true', 'TRUE', 't', 'yes', 'Y', '1', 'x', 'X', 'ja', 'oui', 'sí', 'on', '✓']],
  [false, ['false', 'False', 'f', 'no', 'N', '0', 'nee', 'nein', 'non', 'off', '☐']],
  [null, ['', 'perhaps', '2', 'Utrecht']],
])('%s is what yes and no columns say', (answer, texts) => {
  for (const text of texts) expect([text, readYesNo(text)]).toEqual([text, answer])
})

describe('[IMPORT-1] a cell says', () => {
  test.each<[string, Record<string, string>]>([
    ['left', { subscribed_to_emails: 'false' }],
    ['mailable', { subscribed_to_emails: 'true' }],
    ['left', { email_disabled: 'true' }],
    ['mailable', { email_disabled: 'false' }],
    ['left', { 'Accepts Email Marketing': 'no' }],
    ['mailable', { accepts_marketing: 'yes' }],
    ['unconfirmed', { confirmed: '0' }],
    ['unconfirmed', { email_verified: 'FALSE' }],
    ['unconfirmed', { confirmed: '' }],
    ['mailable', { confirmed: '2024-01-15' }],
    ['left', { unsubscribed: '1' }],
    ['left', { Unsubscribed: 'x' }],
    ['left', { unsubscribed: '2024-03-01' }],
    ['left', { unsubscribed: 'unsubscribed' }],
    ['mailable', { unsubscribed: '' }],
    ['mailable', { unsubscribed: 'nee' }],
    ['left', { 'Email Opt Out': 'TRUE' }],
    ['undeliverable', { bounced: 't' }],
    ['undeliverable', { bounced: '3' }],
    ['blocked', { emailBlacklisted: 'true' }],
    ['complained', { spam_complaint: 'ja' }],
    ['left', { UNSUB_TIME: '2024-01-15 10:00:00' }],
    ['left', { unsubscription_date: '2024-01-15' }],
    ['left', { removed_date: '2022-04-10_18-34-28' }],
    ['left', { deleted_at: '2024-01-15' }],
    ['undeliverable', { CLEAN_TIME: '2024-01-15' }],
    ['complained', { complained_at: '1705276800' }],
    ['blocked', { blocked_at: '2024-01-15' }],
    ['left', { newsletter_unsubscribed_at: '2024-01-15' }],
    ['left', { 'Weekly: opted out': 'yes' }],
    ['undeliverable', { email_bounced_on: '2024-01-15' }],
    ['mailable', { unsubscribe_url: 'https://a.test/u/1', sms_unsubscribed: 'true' }],
    ['mailable', { smsBlacklisted: 'true', bounced_count: '3' }],
    ['mailable', { unsubscribed_at: '' }],
    ['mailable', { unsubscribed_at: '0000-00-00 00:00:00' }],
    ['mailable', { unsubscribed_at: 'NULL' }],
    ['mailable', { unsubscribed_at: '\\N' }],
    ['mailable', { deleted_at: '-' }],
    ['mailable', { deleted_at: 'N/A' }],
    ['mailable', { unsub_time: '0' }],
    ['unconfirmed', { confirmed_at: '' }],
    ['mailable', { confirmed_at: '2024-01-15' }],
    ['mailable', { status: 'active', confirmed_at: '' }],
    ['left', { status: 'active', unsubscribed_at: '2024-01-15' }],
    ['left', { status: 'false' }],
    ['left', { 'Stop Time': '01/15/24 10:30am' }],
    ['left', { 'Confirmed Opt-Out Date': '2024-01-15' }],
    ['left', { marketing_optout: 'TRUE' }],
    ['left', { UnsubscribeAll: 'true' }],
    ['left', { 'Unsubscribed from newsletters': 'x' }],
    ['left', { deactivated: '15.01.2024' }],
    ['mailable', { deactivated: '0' }],
    ['mailable', { 'Unsubscribed at (UTC)': '' }],
    ['left', { subscribed: '0.0' }],
    ['mailable', { opted_out: '0.0' }],
    ['left', { 'No newsletter': 'x' }],
    ['left', { unsubscribed_from_lists: 'News' }],
    ['left', { 'Unsubscribed lists': 'News' }],
    ['left', { consent_withdrawn_at: '2024-01-15' }],
    ['left', { 'Widerrufen am': '15.01.2024' }],
    ['left', { offboarded: 'true' }],
    ['left', { has_left_waitlist: 'true' }],
    ['left', { Stato: 'Disiscritto' }],
    ['unconfirmed', { Stato: 'Non confermata' }],
    ['left', { Status: 'Descadastrado' }],
    ['blocked', { 'Do not contact me': 'yes' }],
    ['complained', { abuse_complaint: '1' }],
    ['mailable', { 'Emails Bounced': '1', bounced_emails: '2' }],
    ['blocked', { EMAIL_BLACKLIST: '1' }],
    ['blocked', { 'email suppression suppressed': 'true' }],
    ['complained', { 'Marked email as spam': 'true' }],
    ['complained', { spam_report: 'true' }],
    ['blocked', { suspended_at: '2024-01-15' }],
    ['left', { 'Subscribe to newsletter': 'false' }],
    ['complained', { SuppressionReason: 'SpamComplaint' }],
    ['undeliverable', { SuppressionReason: 'HardBounce' }],
    ['blocked', { SuppressionReason: 'ManualSuppression' }],
    ['mailable', { unsubscribed_at: '1970-01-01 00:00:00' }],
    ['undeliverable', { undeliverability_reason: 'full' }],
    ['undeliverable', { status: '5.1.1' }],
    ['unconfirmed', { 'Is this subscriber confirmed': '0' }],
    ['left', { newsletter: 'ONWAAR' }],
    ['left', { Subscribed: 'FAŁSZ' }],
    ['left', { 'Wil je de nieuwsbrief ontvangen?': 'Nee' }],
    ['mailable', { 'Newsletter erhalten': 'Ja' }],
    ['left', { 'Do you agree to receive our emails?': 'No, thanks' }],
    ['mailable', { 'Do you agree to receive our emails?': 'Yes, I do' }],
    ['unknown', { 'Do you agree to receive our emails?': 'Yes, if not weekly' }],
    ['unconfirmed', { 'Can we email you?': '' }],
    ['mailable', { 'GDPR consent': 'I agree to get the newsletter' }],
    ['mailable', { consent_status: 'Implied' }],
    ['left', { consent_status: 'Revoked' }],
    ['left', { account_status: 'deactivated' }],
    ['left', { 'Lead newsletter status': 'Unsubscribed' }],
    ['mailable', { 'Consent to track': 'no', emails_received: '0', last_email_received: 'no' }],
    ['mailable', { 'SMS Marketing Consent': 'UNSUBSCRIBED', 'SMS status': 'Unsubscribed' }],
    ['left', { status: 'U' }],
    ['unknown', { status: '2' }],
    ['unknown', { state: 'no' }],
    ['unknown', { unsubscribed: 'perhaps' }],
    ['mailable', { active_subscription: 'false', complimentary_plan: 'false', tier: 'free' }],
  ])('%s: %j', (kind, fields) => expect(kindOf(fields)).toBe(kind))
})

test.each([
  'active_subscription',
  'complimentary_plan',
  'tier',
  'plan',
  'stripe_status',
  'payment_status',
  'expiry',
])('[IMPORT-1] %s says who pays and is never read', (column) =>
  expect(senseOf(column)).toBe('who-pays'),
)

test('the subscription status of a payment service counts only with a word that no other table has', () => {
  const reader = readerOf('subscription_status')!
  expect(reader).toMatchObject({ how: 'words', ofListsOnly: true })
  expect(readStatement(reader, 'canceled')).toEqual({ kind: 'left', known: 'common' })
  expect(readStatement(reader, 'unsubscribed')).toEqual({ kind: 'left', known: 'of-list' })
})
