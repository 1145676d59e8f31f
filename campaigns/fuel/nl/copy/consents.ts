import { consents as english } from '#campaigns/base/en/consents.ts'
import { consentIn } from '#contract/campaign/consents.ts'

/** The line that people who take the quiz have agreed to so far. */
export const consents: typeof english = [consentIn(english, 'nl')]
