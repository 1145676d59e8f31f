import type { DeclaredCampaign } from '#campaign/compose.ts'

export const privacy: DeclaredCampaign['privacy'] = {
  contact: {
    text: 'Fuel Protocol, dat je over deze lancering schrijft. Voor wat de links in onze mails niet kunnen, kun je ons schrijven.',
    email: 'privacy@fuelprotocol.example',
  },
}
