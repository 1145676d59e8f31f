import { campaign, words } from '#campaign'
import {
  composeCampaign,
  type CampaignData,
  type DeclaredCampaign,
  type OwnCampaign,
} from '#campaign/compose.ts'
import { inLanguages } from '#campaign/in-languages.ts'
import { bases } from '#campaigns/base/languages.ts'

type Served = Pick<CampaignData, 'campaign' | 'words'>

/** Its goal is reached with the first person. */
const figures = {
  launch: { value: { registered: 0, goal: 1 }, source: { kind: 'simulated' } },
} satisfies DeclaredCampaign['figures']

/** A brand that says only what no base can say. The base gives it a line without rewards. */
export const small = {
  brand: 'Kettle',
  timeZone: 'Europe/London',
  head: { title: 'Kettle – soon', description: 'A kettle that whistles in tune.' },
  hero: {
    badge: 'Opening soon',
    headline: 'Kettle is coming.',
    lead: 'Leave your email, and you are among the first to know.',
  },
  privacy: {
    contact: {
      name: 'Kettle Works',
      address: 'Steam Street, London',
      email: 'privacy@kettle.example',
    },
  },
  figures,
} satisfies OwnCampaign

export const composed = (own: OwnCampaign): Served =>
  // The build that the tests serve and copy is that of `fuel`.
  composeCampaign('fuel', { campaign: own }, bases['en']!, 'en')

/** Puts a campaign in the place of the shipped one and its languages, for this process. */
export function serve({ campaign: served, words: own }: Served): Served {
  Object.assign(campaign, served)
  Object.assign(words, own)
  const each: Record<string, Served> = inLanguages
  for (const language of Object.keys(each)) delete each[language]
  each[served.language] = { campaign, words }
  return { campaign, words }
}
