import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { filledCampaign, openCampaign } from '#test/open-campaign.ts'
import type { Campaign } from './campaign.ts'
import { openContact, type Contact } from './contact.ts'
import { contactToFill } from './contact-to-fill.ts'

const withContact = (of: Campaign, changes: Partial<Contact>): Campaign => ({
  ...of,
  privacy: { ...of.privacy, contact: { ...of.privacy.contact, ...changes } },
})

test.each<[string, Campaign, string[]]>([
  ['nothing is given', openCampaign, ['name', 'address', 'email']],
  ['all is given', filledCampaign, []],
  ['a part is a note', withContact(filledCampaign, { address: '[your address]' }), ['address']],
  ['a part is to do', withContact(filledCampaign, { name: 'TODO' }), ['name']],
  [
    'a note stands in the text itself',
    withContact(filledCampaign, { text: '[your company], who writes to you.' }),
    ['name'],
  ],
  [
    'no text names the address',
    {
      ...withContact(openCampaign, { text: '{name}, who writes to you.', name: 'Slot' }),
      mails: { ...openCampaign.mails, sender: null },
    },
    ['email'],
  ],
  [
    'the mails name the address',
    withContact(openCampaign, { text: 'We.', name: 'Slot' }),
    ['address', 'email'],
  ],
])('[LANG-5] where %s, the open blanks are known', (_, of, open) =>
  expect(openContact(of)).toEqual(open),
)

test('[LANG-5] what is left to fill in is one sentence with the file', () => {
  expect(contactToFill(withContact(filledCampaign, { address: null }))).toBe(
    "Fill in your postal address as 'contact' in campaigns/fuel/copy/privacy.ts and start the server again: until then the privacy page and the mails show a blank, and a public page sends no letters.",
  )
  expect(contactToFill(campaign)).toBeNull()
})
