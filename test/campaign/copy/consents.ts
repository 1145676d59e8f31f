import type { Consent } from '#contract/campaign.ts'

export const consents: readonly [Consent, ...Consent[]] = [
  {
    version: '2026-11',
    text: 'By joining you agree to e-mails about this launch. Leave any time. Privacy',
    link: 'Privacy',
  },
]
