import type * as schema from '#campaign/schema/campaign.ts'

/**
 * The shape of a campaign, and of its parts: it follows from the schema in src/campaign/schema, which
 * the build alone runs.
 */
export type Campaign = schema.Campaign

export type HeroCopy = Campaign['hero']
export type PrivacyCopy = Campaign['privacy']
export type Update = Campaign['updates'][number]

/**
 * HERO-12: facts that only the brand knows, without a full stop. Null: not given yet. Visitors then
 * see no sentence that needs it, `npm run dev` names it on the page and `npm run figures` lists it.
 */
export type ProductFacts = {
  /** what is in it, e.g. 'creatine, magnesium and ashwagandha' */
  contents: string | null
  /** what people take of it, e.g. 'two capsules a day' */
  dose: string | null
  /** e.g. 'capsules' */
  form: string | null
  /** when orders open, e.g. '1 March 2027' */
  date: string | null
  /** at early-bird, e.g. '€49 a month' */
  price: string | null
}
