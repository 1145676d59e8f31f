import type { DeclaredCampaign } from '#campaign/compose.ts'

export const privacy: DeclaredCampaign['privacy'] = {
  contact: {
    text: '{name}, who writes to you about this launch. For what the links in our mails cannot do, write to us.',
    name: 'Fuel Protocol',
    email: 'privacy@fuelprotocol.example',
  },
}
