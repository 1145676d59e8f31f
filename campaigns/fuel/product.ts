import type { ProductFacts } from '#contract/campaign/campaign.ts'

/** HERO-12: null is not given yet; `npm run figures` lists it as missing. */
export const product: ProductFacts = {
  contents: null,
  dose: null,
  form: null,
  date: null,
  price: null,
}
