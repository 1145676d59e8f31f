import { readOrigin, type Origin } from '#contract/waitlist.ts'
import { parseAddress } from '#server/signup/address.ts'

/**
 * The operator's options for a whole file; the fields of a row override them. `consentAt` is in ms.
 */
export type ImportTerms = {
  confirmed: boolean
  consentSource: string
  consentAt: number | null
  consentWording: string
}

/** Reasons of refused rows that an option of the import can supply. */
const noConsentDate =
  'no date of the consent: add a column consent_date, or the option --consent-date'
const noConsentSource =
  'no source of the consent: add a column consent_source, or the option --consent-source'

export type ImportedConsent = { version: string; wording: string; source: string; givenAt: number }
/**
 * A person to import. `email` is the stored form (signup/address.ts). A confirmed person has a
 * consent. `joinedAt` and `confirmedAt` are in ms, null where the file has none.
 */
export type ImportRow = Origin & {
  email: string
  joinedAt: number | null
  confirmedAt: number | null
  confirmed: boolean
  consent: ImportedConsent | null
}

/**
 * Accepted column names, in the form that `fieldName` of read-file.ts gives them. The first filled
 * column of a row counts.
 */
export const addressNames: readonly string[] = [
  'email',
  'e_mail',
  'email_address',
  'e_mail_address',
  'emailaddress',
  'emailadres',
  'e_mailadres',
]
export const consentDateNames = ['consent_given_at', 'consent_date']
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
} as const satisfies Record<Exclude<keyof Origin, 'via'>, readonly string[]>
/** The longest text of a consent, in characters. */
const maxTextLength = 2_000
const importableStates = new Set(['', 'confirmed', 'subscribed', 'active'])

/** The address as the file has it, unchecked. */
export const addressIn = (fields: Record<string, string>): string => first(fields, addressNames)

/** Returns the person in a row, or the reason why the row is refused. */
export function checkRow(
  fields: Record<string, string>,
  terms: ImportTerms,
  now: number,
): ImportRow | { refused: string } {
  const email = parseAddress(addressIn(fields))
  if (email === null) return { refused: 'no address that can be mailed' }
  const state = (fields['state'] ?? '').toLowerCase()
  if (!importableStates.has(state) && (terms.confirmed || state !== 'unconfirmed'))
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

/** A time in ms; null where the row has none; a text says why it is wrong. */
function dateOf(
  fields: Record<string, string>,
  names: readonly string[],
  of: string,
  now: number,
): number | string | null {
  const written = first(fields, names)
  if (written === '') return null
  const at = parseTime(written)
  if (at === null)
    return `the date of the ${of} cannot be read: use 2026-11-21 or 2026-11-21T12:00:00Z`
  return at > now ? `the date of the ${of} is in the future` : at
}

/** A consent; a text says why it is incomplete. */
function consentOf(
  fields: Record<string, string>,
  terms: ImportTerms,
  now: number,
): ImportedConsent | string {
  const written = dateOf(fields, consentDateNames, 'consent', now)
  if (typeof written === 'string') return written
  const givenAt = written ?? terms.consentAt
  const source = fields['consent_source'] || terms.consentSource
  if (givenAt === null) return noConsentDate
  if (givenAt > now) return 'the date of the consent is in the future'
  if (source === '') return noConsentSource
  return {
    version: cut(fields['consent_version'] || 'import', 100),
    wording: cut(fields['consent_wording'] || terms.consentWording, maxTextLength),
    source: cut(source, maxTextLength),
    givenAt,
  }
}

const first = (fields: Record<string, string>, names: readonly string[]): string =>
  names.map((name) => fields[name] ?? '').find((text) => text !== '') ?? ''

/** Removes NUL, which Postgres refuses, and replaces lone surrogates. */
const cut = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replaceAll('\0', '').toWellFormed()

/**
 * Parses a date or a time in ISO 8601, in ms. Without a zone it is UTC; a date is its first moment.
 */
export function parseTime(text: string): number | null {
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
