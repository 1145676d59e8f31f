import { wordOf } from './cell.ts'

/**
 * A service whose exports are known by their columns. `confirms`: false where it never asks people
 * to confirm their address, so that nobody in the file has. `note`: what the operator should know
 * about its exports.
 */
export type Service = { name: string; confirms: boolean; note?: string }

type Known = Service & {
  /** the file has all of these columns */
  all: readonly string[]
  /** and one of these, if there are any */
  one?: readonly string[]
}

const mailchimpNote =
  'Mailchimp exports people who unsubscribed and cleaned addresses as files of their own: import these as well.'

const services: readonly Known[] = [
  {
    name: 'Ascend',
    confirms: true,
    all: ['email', 'state', 'placement', 'consent_version', 'imported_at'],
  },
  {
    name: 'Ascend',
    confirms: true,
    all: ['email', 'state', 'placement', 'joined_at', 'imported_at'],
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
    (timestamp): Known => ({
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
  const known = services.find(
    ({ all, one }) =>
      all.every((name) => has.has(wordOf(name))) &&
      (one === undefined || one.some((name) => has.has(wordOf(name)))),
  )
  if (!known) return null
  const { name, confirms, note } = known
  return { name, confirms, ...(note !== undefined && { note }) }
}

/** The service without what kind of export it is: `Mailchimp`. */
export const brandOf = ({ name }: Service): string => name.replace(/ \(.*/, '')
