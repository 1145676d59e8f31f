import { readSource } from '#contract/waitlist.ts'
import { parseAddress } from '#server/waitlist/address.ts'

/** What the operator says of a whole file; a row's own fields count before it. `consentAt` in ms. */
export type Terms = { confirmed: boolean; consentSource: string; consentAt: number | null; consentWording: string }

export type ImportedConsent = { version: string; wording: string; source: string; givenAt: number }
/** `email` is the stored form (address.ts). Nobody is entered as confirmed without a consent. */
export type ImportRow = { email: string; source: string; confirmed: boolean; consent: ImportedConsent | null }

const addressNames = ['email', 'e_mail', 'email_address', 'e_mail_address']
const givenNames = ['consent_given_at', 'consent_date']
/** Longest of what is written down of a consent. */
const mostText = 2_000
const onTheList = new Set(['', 'confirmed', 'subscribed', 'active'])

/** One row of a file as a person, or the reason why it is refused. */
export function judgeRow(fields: Record<string, string>, terms: Terms, now: number): ImportRow | { refused: string } {
  const email = parseAddress(first(fields, addressNames))
  if (email === null) return { refused: 'no address that can be mailed' }
  const state = (fields['state'] ?? '').toLowerCase()
  if (!onTheList.has(state) && (terms.confirmed || state !== 'unconfirmed')) return { refused: `the file says: ${state.slice(0, 40)}` }
  const consent = consentOf(fields, terms, now)
  if (typeof consent === 'string' && terms.confirmed) return { refused: consent }
  return { email, source: readSource(fields['source'] ?? ''), confirmed: terms.confirmed, consent: typeof consent === 'string' ? null : consent }
}

/** A text is what is missing of a consent. */
function consentOf(fields: Record<string, string>, terms: Terms, now: number): ImportedConsent | string {
  const written = first(fields, givenNames)
  const givenAt = written === '' ? terms.consentAt : timeIn(written)
  const source = fields['consent_source'] || terms.consentSource
  if (written === '' && givenAt === null) return 'no date of the consent'
  if (givenAt === null) return 'the date of the consent cannot be read: use 2026-11-21 or 2026-11-21T12:00:00Z'
  if (givenAt > now) return 'the date of the consent is in the future'
  if (source === '') return 'no source of the consent'
  return { version: cut(fields['consent_version'] || 'import', 100), wording: cut(fields['consent_wording'] || terms.consentWording, mostText), source: cut(source, mostText), givenAt }
}

const first = (fields: Record<string, string>, names: readonly string[]): string => names.map((name) => fields[name] ?? '').find((text) => text !== '') ?? ''

/** NUL is no text for Postgres, lone halves of an emoji are none for anybody. */
const cut = (text: string, most: number): string => text.slice(0, most).replaceAll('\0', '').toWellFormed()

/** A day or a moment as ISO 8601 has it, in ms; a day is its beginning in UTC. */
export function timeIn(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/.test(text)) return null
  const [day, time] = [text.slice(0, 10), text.slice(11)]
  const atMs = Date.parse(time === '' ? day : `${day}T${time}${/Z|[+-]\d{2}:\d{2}$/.test(time) ? '' : 'Z'}`)
  return Number.isNaN(atMs) || atMs < 0 || new Date(Date.parse(day)).toISOString().slice(0, 10) !== day ? null : atMs
}
