import type { Campaign } from '#contract/campaign.ts'
import type { FormWords as InterfaceWords } from '#campaign/copy/interface.ts'

/** Every word of the form. They travel with its HTML, so that no copy of them is in its code. */
export type FormWords = Campaign['forms'] & InterfaceWords
