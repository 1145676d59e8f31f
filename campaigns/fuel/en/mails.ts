import type { Campaign } from '#contract/campaign/campaign.ts'

/** What stands around each mail of the English sequence. */
export const sequenceMails: Campaign['mails']['sequence'] = {
  place: 'mail {n} of {of}',
  why: 'You get this email because the {brand} performance quiz was saved with {email}.',
  leave: 'Leave the list',
  kept: 'See, change or erase what we keep',
}
