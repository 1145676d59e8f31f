import type { Campaign } from '#contract/campaign/campaign.ts'

/**
 * HERO-12: samples are examples, which the page marks as such and `npm run figures` lists. Write the
 * fact as a text in its place, or null while it is not given.
 */
export const product = {
  /** what is in it, e.g. 'creatine, magnesium and ashwagandha' */
  contents: { sample: 'eight ingredients, each with its amount' },
  /** what people take of it, e.g. 'two capsules a day' */
  dose: { sample: 'one a day' },
  /** e.g. 'capsules' */
  form: { sample: 'a 25 ml drink in a glass ampoule' },
  /** when orders open, e.g. '1 March 2027' */
  date: { sample: '1 March 2027' },
  /** at early-bird, e.g. '€49 a month' */
  price: { sample: '€59 for 30 ampoules' },
} satisfies Campaign['product']
