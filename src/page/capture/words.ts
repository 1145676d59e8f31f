import { form } from '#campaign/copy/interface.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { Site } from '#contract/render.ts'

/** Every word of the form. They travel with its HTML, so that no copy of them is in its code. */
export type FormWords = Campaign['forms'] & Omit<typeof form, 'joined'> & { joined: string }

/** What comes next differs: with double opt-in a mail has to be answered. */
export const formWords = ({ forms }: Pick<Campaign, 'forms'>, { optIn }: Pick<Site, 'optIn'>): FormWords => ({ ...forms, ...form, joined: form.joined[optIn] })
