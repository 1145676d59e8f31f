import { consentIn } from '#contract/campaign/consents.ts'
import { consents as english } from '../en/consents.ts'

/** The line that people who take the quiz have agreed to so far. */
export const consents: typeof english = [consentIn(english, 'nl')]
