import type { LeaverKind } from '#server/signup/erasure.ts'
import { wordOf, wordsIn } from './cell.ts'

/**
 * A service whose exports are known by their columns. `confirms`: false where it never asks people
 * to confirm their address, so that nobody in the file has. `note`: what the operator should know
 * about its exports.
 */
export type Service = { name: string; confirms: boolean; note?: string }

type KnownService = Service & {
  /** the file has all of these columns */
  all: readonly string[]
  /** and one of these, if there are any */
  one?: readonly string[]
}

const mailchimpNote =
  'Mailchimp exports people who unsubscribed and cleaned addresses as files of their own: import these as well.'

const services: readonly KnownService[] = [
  {
    name: 'Ascend',
    confirms: true,
    all: ['email', 'state', 'placement', 'imported_at'],
    one: ['consent_version', 'joined_at'],
  },
  {
    name: 'Mailchimp (people who unsubscribed)',
    confirms: true,
    all: ['unsub_time'],
    one: ['euid', 'leid', 'unsub_reason', 'unsub_campaign_title'],
  },
  {
    name: 'Mailchimp (cleaned addresses)',
    confirms: true,
    all: ['clean_time'],
    one: ['euid', 'leid', 'clean_campaign_title'],
  },
  {
    name: 'Mailchimp',
    confirms: true,
    note: mailchimpNote,
    all: ['optin_time'],
    one: ['euid', 'leid', 'member_rating', 'confirm_time'],
  },
  { name: 'Ghost', confirms: true, all: ['email', 'subscribed_to_emails'] },
  { name: 'Substack', confirms: true, all: ['email', 'active_subscription', 'email_disabled'] },
  { name: 'Buttondown', confirms: true, all: ['email', 'subscriber_type'] },
  {
    name: 'beehiiv',
    confirms: true,
    all: ['email', 'status', 'tier'],
    one: ['unsubscribed_at', 'stripe_customer_id', 'utm_source', 'created_at'],
  },
  { name: 'listmonk', confirms: true, all: ['email', 'status', 'attributes'] },
  { name: 'Klaviyo', confirms: true, all: ['email', 'email_marketing_consent'] },
  {
    name: 'Shopify',
    confirms: true,
    all: ['email'],
    one: ['accepts_email_marketing', 'accepts_marketing'],
  },
  {
    name: 'Kit',
    confirms: true,
    all: ['email_address', 'state', 'referrer_utm_parameters'],
  },
  {
    name: 'Curated',
    confirms: true,
    all: ['email_address', 'subscribed_at', 'utm_referrer'],
  },
  {
    name: 'GetWaitlist',
    confirms: true,
    all: ['email', 'referral_token'],
    one: ['amount_referred', 'priority', 'removed_date'],
  },
  { name: 'Viral Loops', confirms: true, all: ['email', 'referrerid', 'referralcount'] },
  { name: 'StackHype', confirms: true, all: ['email', 'referrals', 'position', 'score', 'joined'] },
  {
    name: 'Waitlister',
    confirms: true,
    all: ['email', 'points', 'position', 'referral_count'],
  },
  {
    name: 'Waitloop',
    confirms: false,
    all: ['email', 'position', 'referral_code', 'referral_count', 'created_at'],
  },
  {
    name: 'Typeform',
    confirms: false,
    all: ['submit_date_utc'],
    one: ['network_id', 'response_type', 'start_date_utc'],
  },
  { name: 'Tally', confirms: false, all: ['submission_id', 'respondent_id'] },
  ...['timestamp', 'tijdstempel', 'zeitstempel', 'horodateur', 'marca_temporal'].map(
    (timestamp): KnownService => ({
      name: 'Google Forms',
      confirms: false,
      all: [timestamp],
      one: [
        'email_address',
        'username',
        'email',
        'e_mail',
        'e_mailadres',
        'e_mail_adresse',
        'adresse_e_mail',
        'direccion_de_correo_electronico',
        'correo_electronico',
        'nombre_de_usuario',
        'gebruikersnaam',
        'nutzername',
        'nom_d_utilisateur',
      ],
    }),
  ),
]

/** The service that writes these columns (`fieldName`), in its own spelling or another one; null if none is known to. */
export function serviceOf(names: readonly string[]): Service | null {
  const has = new Set(names.map(wordOf))
  return (
    services.find(
      ({ all, one }) =>
        all.every((name) => has.has(wordOf(name))) &&
        (one === undefined || one.some((name) => has.has(wordOf(name)))),
    ) ?? null
  )
}

/** The service without what kind of export it is: `Mailchimp`. */
export const brandOf = ({ name }: Service): string => name.replace(/ \(.*/, '')

/**
 * A list of people who may not be mailed, as mail services export it, known by its columns. `kind`:
 * what it says of people whose row says nothing. `telling`: the column that only such a list has;
 * null where other lists have the same columns, so that the columns are a hint alone.
 */
export type SuppressionList = { name: string; kind: LeaverKind; telling: string | null }

type KnownList = SuppressionList & {
  /** the names of its columns, in its order */
  columns: string
  /** columns that it may have as well */
  others?: string
  /** whether the same columns in another order are a hint alone */
  inOrder?: true
}

/** As the services document their exports, and programs read these. */
const lists: readonly KnownList[] = [
  {
    name: "Mailgun's list of bounces",
    kind: 'undeliverable',
    telling: 'error',
    columns: 'address, code, error, created_at',
    others: 'MessageHash',
  },
  ...['tags', 'tag'].map((tags): KnownList => ({
    name: "Mailgun's list of people who unsubscribed",
    kind: 'left',
    telling: tags,
    columns: `address, ${tags}, created_at`,
    others: 'id',
  })),
  {
    name: "Mailgun's list of complaints",
    kind: 'complained',
    telling: null,
    columns: 'address, created_at',
  },
  {
    name: "SendGrid's list of bounces or blocks",
    kind: 'undeliverable',
    telling: 'reason',
    columns: 'status, reason, email, created',
    inOrder: true,
  },
  {
    name: "SendGrid's list of invalid addresses",
    kind: 'undeliverable',
    telling: 'reason',
    columns: 'reason, email, created',
    inOrder: true,
  },
  {
    name: "SendGrid's list of spam reports",
    kind: 'complained',
    telling: 'ip',
    columns: 'ip, email, created',
    inOrder: true,
  },
  {
    name: "SendGrid's list of people who unsubscribed",
    kind: 'left',
    telling: null,
    columns: 'email, created',
  },
  {
    name: "Postmark's suppression list",
    kind: 'left',
    telling: 'SuppressionReason',
    columns: 'EmailAddress, SuppressionReason, Origin, CreatedAt',
  },
  {
    name: "Amazon SES's suppression list",
    kind: 'left',
    telling: 'Reason',
    columns: 'EmailAddress, Reason, LastUpdateTime',
  },
  {
    name: "Resend's suppression list",
    kind: 'left',
    telling: 'origin',
    columns: 'email, origin, source_id, created_at',
    others: 'object, id',
  },
  ...['source', 'description'].map((telling): KnownList => ({
    name: "SparkPost's suppression list",
    kind: 'left',
    telling: 'type',
    columns: `recipient, type, ${telling}`,
    others:
      'source, description, created, updated, subaccount_id, list_id, transactional, non_transactional',
  })),
  {
    name: "Mandrill's rejection list",
    kind: 'left',
    telling: 'reason',
    columns: 'email, reason, detail, created_at, last_event_at',
    others: 'expires_at, subaccount, expired, sender',
  },
]

/** The list that has these columns (`fieldName` of cell.ts), and no others; null if none is known to. */
export function suppressionListOf(names: readonly string[]): SuppressionList | null {
  const has = names.map(wordOf)
  for (const { columns, others, inOrder, telling, name, kind } of lists) {
    const [all, more] = [wordsIn(columns), others === undefined ? [] : wordsIn(others)]
    if (!all.every((word) => has.includes(word))) continue
    if (!has.every((word) => all.includes(word) || more.includes(word))) continue
    const isOther = inOrder && all.some((word, index) => has[index] !== word)
    return { name, kind, telling: isOther ? null : telling }
  }
  return null
}
