import type { Campaign } from '#contract/campaign/campaign.ts'

/** HERO-12: null is not given yet; `npm run figures` lists it as missing. */
export const product = {
  /** what is in it, e.g. 'creatine, magnesium and ashwagandha' */
  contents: null,
  /** what people take of it, e.g. 'two capsules a day' */
  dose: null,
  /** e.g. 'capsules' */
  form: null,
  /** when orders open, e.g. '1 March 2027' */
  date: null,
  /** at early-bird, e.g. '€49 a month' */
  price: null,
} satisfies Campaign['product']
