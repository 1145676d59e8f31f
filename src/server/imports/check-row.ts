import { campaign } from '#campaign'
import { languageNamed, type Language } from '#contract/campaign/languages.ts'
import { readOrigin, type Origin } from '#contract/people/waitlist.ts'
import type { LeaverKind } from '#server/signup/erasure.ts'
import { readAddress, filled, printableOf, readDate, type WrongDate } from './cell.ts'
import type { ColumnUse } from './column-names.ts'
import {
  leaverKindOf,
  judge,
  rankOf,
  statementsIn,
  type Said,
  type VerdictKind,
} from './status-words.ts'
import type { Survey } from './survey.ts'

/** What the people in a file are, as the operator says. `left`: everybody in it left. */
export type FilePeople = 'confirmed' | 'unconfirmed' | 'left'

/**
 * The operator's options for a whole file; the fields of a row override them. `consentAt` is in ms.
 * `leftReason` counts where everybody in the file left.
 */
export type ImportTerms = {
  people: FilePeople
  leftReason: LeaverKind | null
  consentSource: string
  consentAt: number | null
  consentWording: string
}

/** Reasons of refused rows that an option of the import can supply. */
const noConsentDate =
  'no date of the consent: add a column consent_date, or the option --consent-date'
const noConsentSource =
  'no source of the consent: add a column consent_source, or the option --consent-source'

type ImportedConsent = { version: string; wording: string; source: string; givenAt: number }
/**
 * A person to import. `email` is the stored form (contract/address/address.ts). A confirmed person has a
 * consent. `joinedAt` and `confirmedAt` are in ms, null where the file has none.
 */
export type ImportRow = Origin & {
  email: string
  joinedAt: number | null
  confirmedAt: number | null
  confirmed: boolean
  /** one of the campaign's; null where the file names none of them */
  language: Language | null
  consent: ImportedConsent | null
}

/**
 * Why a row is refused. `email` and `leaver`: the row has an address, and says that its owner may
 * not be mailed.
 */
type RefusedRow = { refused: string; email?: string; leaver?: LeaverKind }
/** `kind`: what the row says; null where it has no address. */
export type CheckedRow = { kind: VerdictKind | null; address: string; row: ImportRow | RefusedRow }

/** The longest text of a consent, in characters. */
const maxTextLength = 2_000

type Fields = Readonly<Record<string, string>>
type Deps = { survey: Survey; terms: ImportTerms; now: number }

/** Decides what becomes of a row, and reads the person in it. */
export function checkRow(
  { fields, isShort = false }: { fields: Fields; isShort?: boolean },
  deps: Deps,
): CheckedRow {
  const { survey, terms } = deps
  const address = first(fields, survey.keysOf.address)
  const email = readAddress(address)
  if (email === null)
    return { kind: null, address, row: { refused: 'no address that can be mailed' } }
  const verdict = judge(statementsIn(fields, survey.readers))
  const ofAddress = survey.strictest(email)
  const isOthers = rankOf(ofAddress) < rankOf(verdict.kind)
  const kind = isOthers ? ofAddress : verdict.kind
  const said = () =>
    isOthers ? `another row of the file says: ${verdictNames[kind]}` : reasonOf(verdict, survey)
  if (terms.people === 'left') return leaverIn({ email, address, kind, said }, deps)
  const mayEnter = kind === 'mailable' || (kind === 'unconfirmed' && terms.people !== 'confirmed')
  const missing = isShort ? missingStatus(fields, survey) : null
  if (mayEnter && missing !== null)
    return {
      kind: 'unknown',
      address,
      row: { refused: `the row ends before the column ${missing}`, email },
    }
  if (mayEnter) return { kind, address, row: personIn(fields, email, deps) }
  const leaver = leaverKindOf(kind)
  return { kind, address, row: { refused: said(), email, ...(leaver && { leaver }) } }
}

type Judged = { email: string; address: string; kind: VerdictKind; said: () => string }

/** A row of a file in which everybody left: what it says itself counts, or the stricter reason of the operator. */
function leaverIn({ email, address, kind, said }: Judged, { terms, survey }: Deps): CheckedRow {
  const own = leaverKindOf(kind)
  const { leftReason } = terms
  if (own && (leftReason === null || rankOf(own) <= rankOf(leftReason)))
    return { kind, address, row: { refused: said(), email, leaver: own } }
  const leaver = leftReason ?? (survey.list?.telling ? survey.list.kind : 'left')
  const refused = `everybody in this file left${leaver === 'left' ? '' : ` (${leaver})`}`
  return { kind: leaver, address, row: { refused, email, leaver } }
}

/** A column of status words that a short row does not reach, as where a download was cut off. */
const missingStatus = (fields: Fields, { columns, readers }: Survey): string | null =>
  columns.find(({ key }) => readers.get(key)?.how === 'words' && !Object.hasOwn(fields, key))
    ?.name ?? null

/** What operators read. */
export const verdictNames: Readonly<Record<VerdictKind, string>> = {
  complained: 'complained',
  blocked: 'blocked',
  left: 'left',
  undeliverable: 'undeliverable',
  unconfirmed: 'never confirmed',
  unknown: 'a status that is not known',
  mailable: 'may be mailed',
}

function reasonOf({ kind, key, text, known }: Said, { columns, readers }: Survey): string {
  const name = columns.find((column) => column.key === key)?.name ?? key
  const shown = printableOf(text).slice(0, 40)
  if (kind === 'unknown')
    return `'${shown}' in the column ${name} is no status that is known: correct it in the file; if the column is not about mail, leave it out with --ignore-column`
  // A time or an answer of a server: most rows would have a reason of their own.
  const isDate = readers.get(key)?.how === 'leaver' || /(?:\d\D*){4}/.test(shown)
  const cell = known === 'blank' ? 'is empty' : isDate ? 'has a value' : `says ${shown}`
  return `the file says: ${verdictNames[kind]} (${name} ${cell})`
}

function personIn(
  fields: Fields,
  email: string,
  { survey, terms, now }: Deps,
): ImportRow | RefusedRow {
  const dateOf = (use: ColumnUse, of: string) => readDateOf(fields, survey, use, of, now)
  const consent = consentOf(fields, survey, dateOf('consent date', 'consent'), terms, now)
  if (typeof consent === 'string' && terms.people === 'confirmed')
    return { refused: consent, email }
  const joinedAt = dateOf('joined', 'sign-up')
  if (typeof joinedAt === 'string') return { refused: joinedAt, email }
  const confirmedAt = dateOf('confirmed', 'confirmation')
  if (typeof confirmedAt === 'string') return { refused: confirmedAt, email }
  return {
    email,
    ...originOf(fields, survey),
    joinedAt,
    confirmedAt,
    confirmed: terms.people === 'confirmed',
    language: languageNamed(first(fields, survey.keysOf.language), campaign),
    consent: typeof consent === 'string' ? null : consent,
  }
}

function originOf(fields: Fields, { keysOf }: Survey): Origin {
  const referrer = first(fields, keysOf.referrer)
  return readOrigin({
    source: first(fields, keysOf.source),
    medium: first(fields, keysOf.medium),
    campaign: first(fields, keysOf.campaign),
    referrer: URL.canParse(referrer) ? new URL(referrer).hostname : referrer,
  })
}

const wrongDates: Record<WrongDate, string> = {
  unreadable:
    'cannot be read: use 2026-11-21 or 2026-11-21T12:00:00Z, or leave the column out with --ignore-column',
  'no-such-day': 'is no day of the calendar: correct it',
  skipped: 'is a time that the clock of its zone skips: correct it',
  order:
    'can be day/month or month/day, and the column does not show which: write it as 2026-01-31, or leave the column out with --ignore-column',
}

/** A time in ms; null where the row has none; a text says why it is wrong. */
function readDateOf(
  fields: Fields,
  { keysOf, orders }: Survey,
  use: ColumnUse,
  of: string,
  now: number,
): number | string | null {
  for (const key of keysOf[use]) {
    const date = readDate(fields[key] ?? '', orders.get(key))
    if (date === null) continue
    if ('wrong' in date) return `the date of the ${of} ${wrongDates[date.wrong]}`
    return date.at > now ? `the date of the ${of} is in the future` : date.at
  }
  return null
}

/** A consent; a text says why it is incomplete. */
function consentOf(
  fields: Fields,
  { keysOf }: Survey,
  written: number | string | null,
  terms: ImportTerms,
  now: number,
): ImportedConsent | string {
  if (typeof written === 'string') return written
  const givenAt = written ?? terms.consentAt
  const source = first(fields, keysOf['consent source']) || terms.consentSource
  if (givenAt === null) return noConsentDate
  if (givenAt > now) return 'the date of the consent is in the future'
  if (source === '') return noConsentSource
  return {
    version: cut(first(fields, keysOf['consent version']) || 'import', 100),
    wording: cut(first(fields, keysOf['consent wording']) || terms.consentWording, maxTextLength),
    source: cut(source, maxTextLength),
    givenAt,
  }
}

/** The first of these cells that has a value. */
const first = (fields: Fields, keys: readonly string[]): string =>
  keys.map((key) => filled(fields[key] ?? '')).find((text) => text !== '') ?? ''

/** Replaces lone surrogates, which Postgres refuses. */
const cut = (text: string, maxLength: number): string => text.slice(0, maxLength).toWellFormed()
