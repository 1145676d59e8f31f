import type { DeclaredCampaign } from '#campaign/compose.ts'

export const privacy: DeclaredCampaign['privacy'] = {
  contact: {
    text: 'Fuel Protocol, who writes to you about this launch. For what the links in our mails cannot do, write to us.',
    email: 'privacy@fuelprotocol.example',
  },
}
