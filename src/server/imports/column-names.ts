import type { LeaverKind } from '#server/signup/erasure.ts'
import { wordOf, wordsIn } from './cell.ts'
import type { RowKind, StatusReader } from './status-words.ts'

/**
 * What an import enters from a column, with the names that services give such columns, in any
 * spelling (`wordOf`). The first filled column of a row counts.
 */
export const columnNames = {
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
  language: [
    'language',
    'lang',
    'locale',
    'preferred_language',
    'language_code',
    'lang_code',
    'user_language',
    'subscriber_language',
    'contact_language',
    'customer_language',
    'browser_language',
    'preferred_locale',
    'customer_locale',
    'hs_language',
    'taal',
    'voorkeurstaal',
    'taalcode',
    'sprache',
    'langue',
    'idioma',
    'lingua',
    'lengua',
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
} satisfies Readonly<Record<string, readonly string[]>>

export type ColumnUse = keyof typeof columnNames
export const columnUses = Object.keys(columnNames) as ColumnUse[]

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

const set = (names: string): ReadonlySet<string> => new Set(wordsIn(names))

const wordColumns = set(
  'status, subscriber status, subscriber type, subscriber state, subscriber_status, member status, member_status, contact status, email status, e-mail status, email state, mail status, mailing status, mailing state, list status, global status, opt-in status, optin status, opt status, opt in state, consent status, consent state, email consent, email consent status, email consent state, email marketing consent, email marketing consent state, email marketing status, email marketing state, marketing status, marketing state, marketing consent, marketing consent status, marketing permission, email permission, email permission status, permission status, newsletter status, newsletter subscription status, delivery status, email delivery status, mailchimp status, statut, statut de l’abonné, statut de l’abonnement, statut abonné, abonnementsstatus, abonnement status, inschrijfstatus, aanmeldstatus, abonnentenstatus, anmeldestatus, status des abonnenten, kontaktstatus, estado de suscripción, estado del suscriptor, estado del contacto, hs_emailconfirmationstatus, marketing email confirmation',
)
/** Provinces, numbers and states of the world are in such columns as well: yes and no are no words of them. */
const regionColumns = set(
  'state, estado, stato, etat, toestand, zustand, account status, account state, user status, profile status',
)
const sharedColumns = set(
  'subscription status, subscription state, subscription, subscriptions, type, member type',
)
/** Who pays, which says nothing about mail. Never read. */
const paymentColumns = set(
  'active subscription, complimentary plan, complimentary, comped, tier, tiers, plan, plans, plan status, subscription plan, subscription tier, subscription type, paid, paying, is paid, paid subscription, paid status, premium, billing status, payment status, payment state, financial status, order status, fulfillment status, expiry, expires at, canceled at, cancelled at, cancel at period end, products, membership status, hs_content_membership_status, hubspot membership status, trial status, invoice status',
)
const paymentBeginning = /^(?:stripe|paypal|billing|payment|invoice|order|subscriptionplan)/

/** Yes says that the person may be mailed; no, that they left or do not want mail. */
const wantsMail = set(
  'subscribed, is subscribed, subscribed to emails, subscribed to email, subscribed to newsletter, newsletter subscribed, is subscribed to newsletter, email subscribed, email subscription, is email subscribed, active, is active, active subscriber, enabled, is enabled, email enabled, accepts marketing, accepts email marketing, accepts email, accepts newsletter, accepts emails, buyer accepts marketing, email opt in, email optin, email opted in, opt in, optin, opted in, has opted in, is opted in, opt in status, marketing opt in, marketing optin, marketing opted in, newsletter opt in, newsletter optin, newsletter consent, consent, gdpr consent, email consent given, consent email, has consent, consented, agreed to marketing, marketing consent given, newsletter, marketing, marketing emails, email marketing, wants marketing, receive marketing, receives marketing, mailing list, iscritto, receive emails, receives emails, receive newsletter, receives newsletter, wants newsletter, wants emails, can email, can be mailed, may be mailed, mail allowed, email allowed, ontvangt nieuwsbrief, nieuwsbrief, ingeschreven, aangemeld, actief, toestemming, aktiv, angemeldet, abonniert, einwilligung, abonné, inscrit, actif, consentement, suscrito, activo, acepta marketing, accepte le marketing',
)
/** Yes says that the person confirmed; no, that they never did. */
const confirmed = set(
  'confirmed, is confirmed, verified, is verified, email verified, email confirmed, is email verified, is email confirmed, email is verified, verified email, confirmed email, email verification, opt in confirmed, optin confirmed, double opt in, double optin, double opt in confirmed, doi confirmed, doi, activated, is activated, email validated, has confirmed, has verified, subscription confirmed, bevestigd, geverifieerd, bestätigt, verifiziert, confirmé, vérifié, confirmado, verificado',
)
const yesColumns: readonly (readonly [RowKind, ReadonlySet<string>])[] = [
  [
    'complained',
    set(
      'complained, has complained, complaint, spam, is spam, marked spam, marked as spam, spam complaint, reported spam, reported as spam, spam reported, klacht, beschwerde, plainte, queja',
    ),
  ],
  [
    'blocked',
    set(
      'blocked, is blocked, blacklisted, is blacklisted, email blacklisted, blocklisted, is blocklisted, email blocklisted, suppressed, is suppressed, email suppressed, banned, is banned, flagged, is flagged, fraudulent, is fraudulent, fraud, is fraud, do not email, do not mail, do not contact, no email, mail blocked, email blocked, rejected, geblokkeerd, gesperrt, blockiert, bloqué, bloqueado',
    ),
  ],
  [
    'left',
    set(
      'unsubscribed, is unsubscribed, has unsubscribed, unsubscribe, unsub, email unsubscribed, unsubscribed from all, unsubscribed from all email, unsubscribed from emails, globally unsubscribed, global unsubscribe, global unsubscribed, opt out, optout, opted out, has opted out, is opted out, email opt out, email optout, email opted out, no newsletter, no marketing, no emails, no mail, has opted out of email, hs_email_optout, marketing opt out, newsletter opt out, email disabled, emails disabled, mail disabled, disabled, is disabled, inactive, is inactive, deleted, is deleted, removed, is removed, archived, is archived, left, has left, excluded, is excluded from campaigns, uitgeschreven, afgemeld, verwijderd, abgemeldet, gelöscht, désabonné, désinscrit, supprimé, dado de baja, baja, desuscrito',
    ),
  ],
  [
    'undeliverable',
    set(
      'bounced, is bounced, has bounced, bounce, email bounced, hard bounced, hard bounce, is hard bounced, email hard bounced, undeliverable, is undeliverable, invalid, is invalid, email invalid, invalid email, cleaned, is cleaned, unreachable, onbestelbaar, unzustellbar, rebond, rebotado',
    ),
  ],
  [
    'unconfirmed',
    set(
      'unconfirmed, is unconfirmed, unverified, is unverified, pending, is pending, not confirmed, onbevestigd, unbestätigt',
    ),
  ],
]

const leaverColumns: readonly (readonly [LeaverKind, ReadonlySet<string>])[] = [
  [
    'complained',
    set(
      'complained at, complained on, complaint at, complaint date, complaint time, complaint_date, date complained, spam reported at, spam complaint at, spam complaint date, marked spam at, marked as spam at, reported spam at, spam report date',
    ),
  ],
  [
    'blocked',
    set(
      'blocked at, blocked on, blocked date, date blocked, blocklisted at, blacklisted at, suppressed at, suppressed on, suppression date, suppression reason, suppressed reason, email suppressions, email suppression reason, banned at, banned on, banned until, suspended at, suspended on, suspended until, flagged at, block reason, blocked reason',
    ),
  ],
  [
    'left',
    set(
      'stop time, stop date, stopped at, unsub time, unsub at, unsub date, unsub reason, unsub reason other, unsub campaign title, unsub campaign id, unsubscribed at, unsubscribed on, unsubscribed time, unsubscribed date, unsubscribe time, unsubscribe date, unsubscribe at, unsubscribe reason, unsubscribed reason, unsubscription date, unsubscription time, unsubscription reason, date unsubscribed, date of unsubscription, time unsubscribed, opt out time, opt out date, opt out at, opt out reason, optout time, optout date, optout at, opted out at, opted out on, opted out date, date opted out, left at, left on, date left, deleted at, deleted on, deleted date, deletion date, date deleted, removed at, removed on, removed date, removal date, date removed, archived at, archived on, deactivated at, disabled at, uitgeschreven op, uitschrijfdatum, datum uitschrijving, afgemeld op, afmelddatum, abgemeldet am, abmeldedatum, abmeldung, austragungsdatum, date de désinscription, date de désabonnement, désabonné le, désinscrit le, fecha de baja, fecha de cancelación',
    ),
  ],
  [
    'undeliverable',
    set(
      'clean time, clean campaign title, clean campaign id, cleaned at, cleaned on, cleaned date, bounced at, bounced on, bounced date, bounce date, bounce time, bounce at, bounce reason, date bounced, hard bounced at, hard bounce date, hard bounce reason, email hard bounce reason, undeliverable at, invalid at, bounce op, gebounced op',
    ),
  ],
]
const joinerColumns = set(
  'confirmed at, confirmed on, confirm time, confirmation date, confirmation time, confirmed date, date confirmed, email confirmed at, verified at, verified on, email verified at, opt in confirmed at, double opt in at, doi date, doi at, bevestigd op, bestätigt am, confirmé le',
)

/** `other-channel`: it is about text messages or calls. */
type ColumnSense = StatusReader | 'who-pays' | 'other-channel' | null

/** What a column may say about mail, by its name (`fieldName` of cell.ts). */
export function senseOf(name: string): ColumnSense {
  const key = name.replaceAll('_', '').replace(/(?:utc|gmt)0?$/, '')
  if (wordColumns.has(key)) return { how: 'words', yesNo: true, ofListsOnly: false }
  if (regionColumns.has(key)) return { how: 'words', yesNo: false, ofListsOnly: false }
  if (sharedColumns.has(key)) return sharedWords
  if (paymentColumns.has(key) || paymentBeginning.test(key)) return 'who-pays'
  if (wantsMail.has(key)) return { how: 'yes-no', yes: 'mailable', no: 'left' }
  if (confirmed.has(key)) return { how: 'yes-no', yes: 'mailable', no: 'unconfirmed' }
  const yes = yesColumns.find(([, names]) => names.has(key))
  if (yes) return { how: 'yes-no', yes: yes[0], no: 'mailable' }
  const leaver = leaverColumns.find(([, names]) => names.has(key))
  if (leaver) return { how: 'leaver', kind: leaver[0] }
  if (joinerColumns.has(key)) return { how: 'joiner' }
  return otherChannel.test(key) ? 'other-channel' : senseOfPart(key)
}

const sharedWords: StatusReader = { how: 'words', yesNo: false, ofListsOnly: true }
const otherChannel = /sms|phone|mobile|whatsapp|push/

/** Words that leave no doubt within a longer name, as in `newsletter_unsubscribed_at`. */
const parts: readonly (readonly [LeaverKind, RegExp])[] = [
  [
    'complained',
    /complained|(?:spam|abuse)(?:complaint|report)|reportedspam|marked(?:email)?asspam/,
  ],
  ['blocked', /blacklist|blocklist|suppressed|donot(?:contact|e?mail|send)/],
  [
    'left',
    /unsubscribed|unsubscription|unsubscribe(?:from)?all|opt(?:ed)?out|deactivated|offboarded|hasleft|withdrawn|revokedat|consentrevoked|(?:user|account|contact|member|subscriber)(?:is)?(?:deleted|removed|archived|disabled)|removedfrom|uitgeschreven|afgemeld|verwijderd|ingetrokken|abgemeldet|geloscht|gekundigt|widerrufen|desabonne|desinscri|disiscri|descadastr/,
  ],
  ['undeliverable', /(?:bounced|hardbounce|undeliverab)(?!.*s$)/],
]
/** Links, and numbers that say nothing about the person, as `Emails bounced`. */
const notAboutPerson =
  /(?:url|link|token|hash|key|code|id|page|count|rate|score|total)$|^(?:e?mails|messages|campaigns|times|numberof)(?:hard|soft)?bounced/
const whenOrWhy =
  /(?:at|on|date|time|timestamp|reason|source|method|mode|campaign|title|comment|feedback|by|from.*|via|ip|op|(?<!sp)am|le)$/
/** Questions of forms: `Do you agree to receive our emails?`, `Newsletter erhalten`. */
const asksForMail =
  /(?:agree|consentto|subscribeto|optin|permission|receive(?!d)|ontvang|erhalten|recevoir|recibir|want|wouldlike|wish|(?:can|may)we).*(?:news|nieuws|mail|marketing|updates|contact)|(?:news|nieuws|mail|marketing).*(?:consent|optin|permission|receive|ontvangen|erhalten|recevoir|recibir)$/
const saysConfirmed =
  /(?:mail|address|subscri[a-z]*|optin|user|contact|member|account)(?:is)?(?:confirmed|verified)$/
const namesStatus =
  /(?:status|statut)$|(?:mail|news|subscri|list|consent|contact).*(?:state|estado)$/

function senseOfPart(key: string): StatusReader | null {
  if (namesStatus.test(key)) return sharedWords
  const found = notAboutPerson.test(key) ? undefined : parts.find(([, part]) => part.test(key))
  if (found) {
    const [kind] = found
    // `Unsubscribed lists` has the names of lists.
    return whenOrWhy.test(key) || key.endsWith('s')
      ? { how: 'leaver', kind }
      : { how: 'yes-no', yes: kind, no: 'mailable' }
  }
  if (saysConfirmed.test(key)) return { how: 'yes-no', yes: 'mailable', no: 'unconfirmed' }
  return asksForMail.test(key) && !whenOrWhy.test(key)
    ? { how: 'yes-no', yes: 'mailable', no: 'left' }
    : null
}

/** A column that the operator names as a status column. */
export const namedColumn: StatusReader = { how: 'words', yesNo: true, ofListsOnly: false }
