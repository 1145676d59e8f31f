import type { Consent } from '#contract/campaign/consents.ts'

/** The newest of each language first; whoever agreed to an earlier one keeps its wording. */
export const consents: readonly [Consent, ...Consent[]] = [
  {
    version: '2026-11-27',
    text: 'By joining you agree to emails about this launch. Leave any time. Privacy',
    link: 'Privacy',
  },
  {
    version: '2026-11-nl',
    lang: 'nl',
    text: 'Door je aan te melden ga je akkoord met e-mails over deze lancering. Afmelden kan altijd. Privacy',
    link: 'Privacy',
  },
  {
    version: '2026-11',
    text: 'By joining you agree to e-mails about this launch. Leave any time. Privacy',
    link: 'Privacy',
  },
]
