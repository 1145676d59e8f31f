import { campaign } from '#campaign'
import { base } from '#campaigns/base/en/index.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'

/** LANG-5: as the base is, whose privacy page and mails do not say who keeps the addresses. */
export const openCampaign: Campaign = {
  ...campaign,
  privacy: { ...campaign.privacy, contact: base.privacy.contact },
  mails: { ...campaign.mails, sender: base.mails.sender },
}

/** The same with the parts of the contact filled in. */
export const filledCampaign: Campaign = {
  ...openCampaign,
  privacy: {
    ...openCampaign.privacy,
    contact: {
      ...openCampaign.privacy.contact,
      name: 'Slot & Zoon',
      address: 'Kade 1, 1011 AB Amsterdam',
      email: 'privacy@slot.nl',
    },
  },
}
