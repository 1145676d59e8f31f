import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'

const { hero, live, sections, mails, privacy } = campaign

/** A campaign without a quiz, a line, a sequence, an offer and a fact. */
export const bareCampaign: Campaign = {
  ...campaign,
  quiz: null,
  sequence: null,
  line: null,
  offers: {},
  product: {},
  updates: [],
  hero: { ...hero, unit: { ...hero.unit, access: null } },
  live: { ...live, finalOver: { ...live.finalOver, text: 'Leave your address.' } },
  mails: {
    ...mails,
    welcome: { ...mails.welcome, paragraphs: ['You are on the list.'], details: [] },
  },
  privacy: { ...privacy, parts: [] },
  sections: {
    ...sections,
    contents: null,
    quiz: null,
    exclusivity: null,
    bars: null,
    exit: null,
    stay: null,
    final: {
      ...sections.final,
      title: 'The end.',
      text: 'Leave your address.',
      cta: 'Join',
      closes: 'It closes in',
    },
  },
}
