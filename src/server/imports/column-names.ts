import { wordOf } from './cell.ts'

/** What an import enters from a column. */
export const columnUses = [
  'address',
  'joined',
  'confirmed',
  'source',
  'medium',
  'campaign',
  'referrer',
  'consent date',
  'consent source',
  'consent wording',
  'consent version',
] as const
export type ColumnUse = (typeof columnUses)[number]

/**
 * Column names of each use, as services write them, in any spelling (`wordOf`). The first filled
 * column of a row counts.
 */
export const columnNames: Readonly<Record<ColumnUse, readonly string[]>> = {
  address: [
    'email',
    'e_mail',
    'email_address',
    'e_mail_address',
    'emailaddress',
    'emailadres',
    'e_mailadres',
    'mail_address',
    'email_adresse',
    'mailadresse',
    'adresse_email',
    'adresse_mail',
    'adresse_de_courriel',
    'courriel',
    'correo_electronico',
    'direccion_de_correo_electronico',
    'direccion_de_correo',
    'correo',
    'indirizzo_email',
    'endereco_de_email',
    'e_mail_1_value',
    'e_mail_1',
    'primary_email',
    'primary_email_address',
    'subscriber_email',
    'subscriber_email_address',
    'member_email',
    'user_email',
    'contact_email',
    'customer_email',
    'your_email',
    'your_email_address',
    'email_id',
    'mail',
    'subscriber',
    'username',
    'nombre_de_usuario',
    'gebruikersnaam',
    'nutzername',
    'nom_d_utilisateur',
    'email_addresses',
    'emails',
    'person_email',
    'lead_email',
    'work_email',
    'business_email',
    'personal_email',
    'recipient',
    'address',
  ],
  joined: [
    'joined_at',
    'created_at',
    'signed_up_at',
    'signup_date',
    'signup_at',
    'signup_time',
    'registered_at',
    'registration_date',
    'subscribed_at',
    'subscribed_on',
    'subscribe_date',
    'subscription_date',
    'optin_time',
    'optin_date',
    'date_added',
    'added_at',
    'added_on',
    'join_date',
    'joined_on',
    'joined',
    'date_joined',
    'date_subscribed',
    'subscriber_since',
    'date_created',
    'created',
    'created_on',
    'created_date',
    'creation_date',
    'creation_time',
    'submitted_at',
    'submission_date',
    'submit_date',
    'create_date',
    'created_time',
    'added_time',
    'add_time',
    'person_add_time',
    'profile_created_on',
    'user_registered',
    'registered',
    'registered_on',
    'date_registered',
    'signed_up',
    'entered',
    'timestamp',
    'tijdstempel',
    'zeitstempel',
    'horodateur',
    'marca_temporal',
    'aangemeld_op',
    'inschrijfdatum',
    'anmeldedatum',
    'angemeldet_am',
    'date_d_inscription',
    'inscrit_le',
    'data_iscrizione',
    'data_di_iscrizione',
    'fecha_de_alta',
    'fecha_de_suscripcion',
  ],
  confirmed: [
    'confirmed_at',
    'confirm_time',
    'confirmation_date',
    'confirmation_time',
    'email_confirmed_at',
  ],
  source: ['source', 'utm_source'],
  medium: ['medium', 'utm_medium'],
  campaign: ['campaign', 'utm_campaign'],
  referrer: ['referrer', 'referrer_host', 'referer', 'referrer_url', 'http_referrer'],
  'consent date': [
    'consent_given_at',
    'consent_date',
    'consent_timestamp',
    'consented_at',
    'email_marketing_consent_timestamp',
  ],
  'consent source': ['consent_source'],
  'consent wording': ['consent_wording'],
  'consent version': ['consent_version'],
}

const uses = new Map(
  columnUses.flatMap((use) =>
    columnNames[use].map((name, rank) => [wordOf(name), { use, rank }] as const),
  ),
)

const addressNames = columnNames.address.map(wordOf)
/** As forms ask for it: `What is your best email address?` */
const asksForAddress =
  /(?:^|_)(?:your|deine|ihre|je|jouw|uw|votre|ton|tu|su)_(?:best_|work_|business_|personal_)?(?<name>.+)$/

/** From this rank on, an address column counts only in a file that has no other. */
export const lastAddressRank = columnNames.address.indexOf('recipient')

/** What a column is used for, by its name; `rank` orders several of one use. */
export const useOf = (name: string): { use: ColumnUse; rank: number } | null => {
  const known = uses.get(wordOf(name)) ?? uses.get(wordOf(name).replace(/(?:utc|gmt)0?$/, ''))
  if (known) return known
  const rank = addressNames.indexOf(wordOf(asksForAddress.exec(name)?.groups?.['name'] ?? ''))
  return rank < 0 ? null : { use: 'address', rank: addressNames.length + rank }
}
