import { overlaysWithForm } from './overlays.ts'

/** Where on the page a sign-up form stands. It is stored with the consent. */
export const placements = ['hero', 'final', ...overlaysWithForm, 'quiz'] as const
export type Placement = (typeof placements)[number]

/** Where a sign-up came from (DASH-9). Each is empty where it is not known. */
export type Origin = {
  /** `utm_source`, `utm_medium` and `utm_campaign` of the page's address */
  source: string
  medium: string
  campaign: string
  /** host name of the page that linked here, without a port; empty for a page of our own */
  referrer: string
}

export const noOrigin: Origin = { source: '', medium: '', campaign: '', referrer: '' }

/** What travels beside the address: in one header of the JSON call, as fields of the plain form. */
export type FormMeta = Origin & {
  /** page token or fresh token; empty where there is none */
  token: string
  /** the honeypot's text: people leave it empty */
  trap: string
  placement: string
  /** version of the consent line that the visitor saw */
  consent: string
  /** QUIZ-6: 128 random bits, drawn with a quiz result, so that it is saved once however often it is sent; else left out */
  key?: string
}

/**
 * A campaign's words (`utm_source` and the like), trimmed and cut to 64 characters. Empty where a character is not
 * printable: control and format characters could disguise one name as another.
 */
export const readSource = (text: string | null | undefined): string => {
  const words = Array.from((text ?? '').trim().slice(0, 256))
    .slice(0, 64)
    .join('')
    .trim()
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(words) ? '' : words
}

/** A host name in lower case, or empty where the text is none. */
export const readHost = (text: string | null | undefined): string =>
  /^[\w.-]{1,100}$/.exec(text ?? '')?.[0].toLowerCase() ?? ''

/** What was sent as an origin, each part by its rule. */
export const readOrigin = ({ source, medium, campaign, referrer }: Partial<Origin>): Origin => ({
  source: readSource(source),
  medium: readSource(medium),
  campaign: readSource(campaign),
  referrer: readHost(referrer),
})

/** The origin of a visit to the page at `address`, to which the page at `from` led (`document.referrer`; may be empty). */
export function originOf(address: string, from: string): Origin {
  const { host, searchParams } = new URL(address)
  const sent = (name: string) => searchParams.get(`utm_${name}`) ?? ''
  const linking = URL.canParse(from) ? new URL(from) : null
  return readOrigin({
    source: sent('source'),
    medium: sent('medium'),
    campaign: sent('campaign'),
    referrer: linking && linking.host !== host ? linking.hostname : '',
  })
}

/** Names of the form's fields. `trap` bears a name that browsers and password managers do not fill. */
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
} as const

/** What is known of an origin, by the names of its fields: for a plain form, and for the quiz's addresses. */
export const originFields = (origin = noOrigin): Record<string, string> =>
  Object.fromEntries(
    originParts.filter((part) => origin[part]).map((part) => [fieldNames[part], origin[part]]),
  )
const originParts = ['source', 'medium', 'campaign', 'referrer'] as const

/** As `token=…&placement=…`, percent-encoded, so that it is ASCII and fits a header. What is empty is left out. */
export const encodeFormMeta = (meta: FormMeta): string =>
  new URLSearchParams(Object.entries(meta).filter(([, text]) => text)).toString()

/** Anything that is missing is an empty string; never throws. */
export function decodeFormMeta(header: string | undefined): FormMeta {
  const fields = new URLSearchParams(header ?? '')
  const read = (name: keyof FormMeta) => fields.get(name) ?? ''
  return {
    token: read('token'),
    trap: read('trap'),
    placement: read('placement'),
    consent: read('consent'),
    key: read('key'),
    source: read('source'),
    medium: read('medium'),
    campaign: read('campaign'),
    referrer: read('referrer'),
  }
}

/** These get no mail ever. */
export const silencedStates = ['bounced', 'complained', 'suppressed'] as const
export type SilencedState = (typeof silencedStates)[number]
/** The states of a person on the waitlist. */
export const personStates = ['unconfirmed', 'confirmed', 'unsubscribed', ...silencedStates] as const
export type PersonState = (typeof personStates)[number]

export const isSilenced = (state: PersonState): state is SilencedState =>
  (silencedStates as readonly PersonState[]).includes(state)
