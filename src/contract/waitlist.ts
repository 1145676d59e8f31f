/** Where on the page a sign-up form stands. It is stored with the consent. */
export const placements = ['hero', 'final', 'sticky-bar', 'exit-intent', 'exit-intent-second', 'quiz'] as const
export type Placement = (typeof placements)[number]

/** What travels beside the address: in one header of the JSON call, as fields of the plain form. */
export type FormMeta = {
  /** page token or fresh token; empty where there is none */
  token: string
  /** the honeypot's text: people leave it empty */
  trap: string
  placement: string
  /** `utm_source` of the page's address, or empty */
  source: string
  /** version of the consent line that the visitor saw */
  consent: string
  /** QUIZ-6: 128 random bits, drawn with a quiz result, so that it is saved once however often it is sent; else left out */
  key?: string
}

/** A campaign's word from `utm_source`, or empty: anything else that stands there is neither sent nor kept. */
export const readSource = (text: string | null): string => (/^[\w.-]{1,40}$/.exec(text ?? '')?.[0] ?? '')

/** Names of the form's fields. `trap` bears a name that browsers and password managers do not fill. */
export const fieldNames = {
  email: 'email', token: 'form_token', trap: 'ascend_leave_this', placement: 'placement', source: 'source', consent: 'consent_version',
} as const

/** As `token=…&trap=…`, percent-encoded, so that it is ASCII and fits a header. */
export const encodeFormMeta = ({ key = '', ...meta }: FormMeta): string => new URLSearchParams(key === '' ? meta : { ...meta, key }).toString()

/** Anything that is missing is an empty string; never throws. */
export function decodeFormMeta(header: string | undefined): FormMeta {
  const fields = new URLSearchParams(header ?? '')
  const read = (name: keyof FormMeta) => fields.get(name) ?? ''
  return { token: read('token'), trap: read('trap'), placement: read('placement'), source: read('source'), consent: read('consent'), key: read('key') }
}

/** These get no mail ever. */
export const silencedStates = ['bounced', 'complained', 'suppressed'] as const
export type SilencedState = (typeof silencedStates)[number]
/** The states of a person on the waitlist. */
export const personStates = ['unconfirmed', 'confirmed', 'unsubscribed', ...silencedStates] as const
export type PersonState = (typeof personStates)[number]

export const isSilenced = (state: PersonState): state is SilencedState => (silencedStates as readonly PersonState[]).includes(state)
