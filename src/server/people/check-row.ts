import { readOrigin, type Origin } from '#contract/waitlist.ts'
import { parseAddress } from '#server/signup/address.ts'

/** What the operator says of a whole file; a row's own fields count before it. `consentAt` in ms. */
export type Terms = {
  confirmed: boolean
  consentSource: string
  consentAt: number | null
  consentWording: string
}

export type ImportedConsent = { version: string; wording: string; source: string; givenAt: number }
/**
 * `email` is the stored form (address.ts). Nobody is entered as confirmed without a consent. `joinedAt` and `confirmedAt` are the file's,
 * null where it does not say.
 */
export type ImportRow = Origin & {
  email: string
  joinedAt: number | null
  confirmedAt: number | null
  confirmed: boolean
  consent: ImportedConsent | null
}

/** Column names as `fieldName` of read-file.ts writes them; of several in one row the first that is filled counts. */
export const addressNames: readonly string[] = [
  'email',
  'e_mail',
  'email_address',
  'e_mail_address',
  'emailaddress',
  'emailadres',
  'e_mailadres',
]
const givenNames = ['consent_given_at', 'consent_date']
const joinedNames = [
  'joined_at',
  'created_at',
  'signed_up_at',
  'signup_date',
  'sign_up_date',
  'signup_at',
  'signup_time',
  'sign_up_time',
  'registered_at',
  'registration_date',
  'subscribed_at',
  'subscribe_date',
  'subscription_date',
  'optin_time',
  'opt_in_time',
  'date_added',
  'added_at',
  'join_date',
  'date_joined',
  'created',
  'created_on',
]
const confirmedNames = ['confirmed_at', 'confirm_time', 'confirmation_date']
const originNames = {
  source: ['source', 'utm_source'],
  medium: ['medium', 'utm_medium'],
  campaign: ['campaign', 'utm_campaign'],
  referrer: ['referrer', 'referrer_host', 'referer'],
} as const satisfies Record<keyof Origin, readonly string[]>
/** Longest of what is written down of a consent. */
const mostText = 2_000
const onTheList = new Set(['', 'confirmed', 'subscribed', 'active'])

/** The address as the file has it, whatever it is. */
export const addressIn = (fields: Record<string, string>): string => first(fields, addressNames)

/** One row of a file as a person, or the reason why it is refused. */
export function judgeRow(
  fields: Record<string, string>,
  terms: Terms,
  now: number,
): ImportRow | { refused: string } {
  const email = parseAddress(addressIn(fields))
  if (email === null) return { refused: 'no address that can be mailed' }
  const state = (fields['state'] ?? '').toLowerCase()
  if (!onTheList.has(state) && (terms.confirmed || state !== 'unconfirmed'))
    return { refused: `the file says: ${state.slice(0, 40)}` }
  const consent = consentOf(fields, terms, now)
  if (typeof consent === 'string' && terms.confirmed) return { refused: consent }
  const joinedAt = dateOf(fields, joinedNames, 'sign-up', now)
  if (typeof joinedAt === 'string') return { refused: joinedAt }
  const confirmedAt = dateOf(fields, confirmedNames, 'confirmation', now)
  if (typeof confirmedAt === 'string') return { refused: confirmedAt }
  return {
    email,
    ...originOf(fields),
    joinedAt,
    confirmedAt,
    confirmed: terms.confirmed,
    consent: typeof consent === 'string' ? null : consent,
  }
}

const originOf = (fields: Record<string, string>): Origin =>
  readOrigin({
    source: first(fields, originNames.source),
    medium: first(fields, originNames.medium),
    campaign: first(fields, originNames.campaign),
    referrer: first(fields, originNames.referrer),
  })

/** A time in ms, null where the row has none. A text says what is wrong with it. */
function dateOf(
  fields: Record<string, string>,
  names: readonly string[],
  of: string,
  now: number,
): number | string | null {
  const written = first(fields, names)
  if (written === '') return null
  const at = timeIn(written)
  if (at === null)
    return `the date of the ${of} cannot be read: use 2026-11-21 or 2026-11-21T12:00:00Z`
  return at > now ? `the date of the ${of} is in the future` : at
}

/** A text is what is missing of a consent. */
function consentOf(
  fields: Record<string, string>,
  terms: Terms,
  now: number,
): ImportedConsent | string {
  const written = dateOf(fields, givenNames, 'consent', now)
  if (typeof written === 'string') return written
  const givenAt = written ?? terms.consentAt
  const source = fields['consent_source'] || terms.consentSource
  if (givenAt === null) return 'no date of the consent'
  if (givenAt > now) return 'the date of the consent is in the future'
  if (source === '') return 'no source of the consent'
  return {
    version: cut(fields['consent_version'] || 'import', 100),
    wording: cut(fields['consent_wording'] || terms.consentWording, mostText),
    source: cut(source, mostText),
    givenAt,
  }
}

const first = (fields: Record<string, string>, names: readonly string[]): string =>
  names.map((name) => fields[name] ?? '').find((text) => text !== '') ?? ''

/** NUL is no text for Postgres, lone halves of an emoji are none for anybody. */
const cut = (text: string, most: number): string =>
  text.slice(0, most).replaceAll('\0', '').toWellFormed()

/** A day or a moment as ISO 8601 has it, in ms; a day is its beginning in UTC. */
export function timeIn(text: string): number | null {
  if (
    !/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/.test(text)
  )
    return null
  const [day, time] = [text.slice(0, 10), text.slice(11)]
  const atMs = Date.parse(
    time === '' ? day : `${day}T${time}${/Z|[+-]\d{2}:\d{2}$/.test(time) ? '' : 'Z'}`,
  )
  return Number.isNaN(atMs) ||
    atMs < 0 ||
    new Date(Date.parse(day)).toISOString().slice(0, 10) !== day
    ? null
    : atMs
}
