import type { DeclaredCampaign } from '#campaign/compose.ts'

export const privacy: DeclaredCampaign['privacy'] = {
  contact: {
    text: '{name}, who writes to you about this launch. For anything the links in our emails can’t do, write to us.',
    name: 'Fuel Protocol',
    email: 'privacy@fuelprotocol.example',
  },
}
