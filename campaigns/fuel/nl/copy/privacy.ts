import type { DeclaredCampaign } from '#campaign/compose.ts'

export const privacy: DeclaredCampaign['privacy'] = {
  contact: {
    text: '{name}, dat je over deze lancering schrijft. Voor wat de links in onze mails niet kunnen, kun je ons schrijven.',
  },
}
