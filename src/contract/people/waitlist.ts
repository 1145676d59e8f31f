import type { Language } from '#contract/campaign/languages.ts'
import { readCode } from '#contract/line/line.ts'
import { overlaysWithForm } from '#contract/campaign/overlays.ts'
import { formSections } from '#contract/campaign/sections.ts'

/** Where on the page a sign-up form is. It is stored with the consent. */
export const placements = [...formSections, ...overlaysWithForm] as const
export type Placement = (typeof placements)[number]
/** The placement of a sign-up that names none, or an unknown one. */
export const defaultPlacement = 'hero' satisfies Placement

/** Where a sign-up came from (DASH-9). A part is empty if it is not known. */
export type Origin = {
  /** `utm_source`, `utm_medium` and `utm_campaign` of the page's address */
  source: string
  medium: string
  campaign: string
  /** host name of the page that linked here, without a port; empty for our own pages */
  referrer: string
  /** LINE-3: the code of the friend's link. It is no tracking, so an opt-out does not remove it. */
  via: string
}

export const noOrigin: Origin = { source: '', medium: '', campaign: '', referrer: '', via: '' }

/** The source of a visit by a friend's link whose address names no other. */
export const friendSource = 'friend'

/**
 * What a form sends beside the address: in one header of the JSON call, or as fields of the plain
 * form.
 */
export type FormMeta = Origin & {
  /** page token or fresh token; empty if there is none */
  token: string
  /** the honeypot's text: people leave it empty */
  trap: string
  placement: string
  /** version of the consent line that the visitor saw */
  consent: string
  /** LANG-2: of the page with the form; empty or left out for the campaign's first */
  language?: Language
  /** QUIZ-6: 128 random bits of a quiz result, so that it is saved once however often it is sent */
  key?: string
}

/**
 * A campaign parameter (such as `utm_source`), trimmed and cut to 64 characters. Empty if a
 * character is not printable: control and format characters could disguise one name as another.
 */
export const readSource = (text: string | null | undefined): string => {
  const words = Array.from((text ?? '').trim().slice(0, 256))
    .slice(0, 64)
    .join('')
    .trim()
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(words) ? '' : words
}

/** A host name in lower case, or empty if the text is not one. */
export const readHost = (text: string | null | undefined): string =>
  /^[\w.-]{1,100}$/.exec(text ?? '')?.[0].toLowerCase() ?? ''

/** An origin that was sent, with each part validated. */
export function readOrigin({ source, medium, campaign, referrer, via }: Partial<Origin>): Origin {
  const code = readCode(via) ?? ''
  return {
    source: readSource(source) || (code && friendSource),
    medium: readSource(medium),
    campaign: readSource(campaign),
    referrer: readHost(referrer),
    via: code,
  }
}

/** The origin without what visitors who opt out do not send (TRACK-2). */
export const untracked = ({ via }: Origin): Origin => ({ ...noOrigin, via })

/**
 * The origin of a visit to the URL `address` with the referrer `from` (`document.referrer`, may be
 * empty).
 */
export function originOf(address: string, from: string): Origin {
  const { host, searchParams } = new URL(address)
  const sent = (name: string) => searchParams.get(`utm_${name}`) ?? ''
  const linking = URL.canParse(from) ? new URL(from) : null
  return readOrigin({
    source: sent('source'),
    medium: sent('medium'),
    campaign: sent('campaign'),
    referrer: linking && linking.host !== host ? linking.hostname : '',
    via: searchParams.get('via') ?? '',
  })
}

/** Names of the form's fields. Browsers and password managers do not fill the name of `trap`. */
export const fieldNames = {
  email: 'email',
  token: 'form_token',
  trap: 'ascend_leave_this',
  placement: 'placement',
  consent: 'consent_version',
  source: 'source',
  medium: 'medium',
  campaign: 'campaign',
  referrer: 'referrer',
  via: 'via',
} as const

/** The known parts of an origin by field name, for a plain form and the quiz's URLs. */
export const originFields = (origin: Partial<Origin> = noOrigin): Record<string, string> =>
  Object.fromEntries(
    originParts.flatMap((part) => (origin[part] ? [[fieldNames[part], origin[part]]] : [])),
  )
const originParts = ['source', 'medium', 'campaign', 'referrer', 'via'] as const

/**
 * Encodes as `token=…&placement=…`, percent-encoded, so that it is ASCII. Empty values are left
 * out.
 */
export const encodeFormMeta = (meta: FormMeta): string =>
  new URLSearchParams(Object.entries(meta).filter(([, text]) => text)).toString()

/** A missing value becomes an empty string. Never throws. */
export function decodeFormMeta(header: string | undefined): FormMeta {
  const fields = new URLSearchParams(header ?? '')
  const names = [
    'token',
    'trap',
    'placement',
    'consent',
    'language',
    'key',
    ...originParts,
  ] as const
  // It has each of the names.
  return Object.fromEntries(names.map((name) => [name, fields.get(name) ?? ''])) as FormMeta
}

/** People in these states never get mail. */
export const silencedStates = ['bounced', 'complained', 'suppressed'] as const
export type SilencedState = (typeof silencedStates)[number]
/** Why an operator suppresses an address, and the state that follows. */
export const suppressionReasons = {
  bounce: 'bounced',
  complaint: 'complained',
  other: 'suppressed',
} as const satisfies Record<string, SilencedState>
export type SuppressionReason = keyof typeof suppressionReasons
export const personStates = ['unconfirmed', 'confirmed', 'unsubscribed', ...silencedStates] as const
export type PersonState = (typeof personStates)[number]

export const isSilenced = (state: PersonState): state is SilencedState =>
  (silencedStates as readonly PersonState[]).includes(state)
