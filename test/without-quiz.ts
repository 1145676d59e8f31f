import { campaign as fuel } from '#campaigns/fuel/index.ts'
import { composed, serve } from './small-campaigns.ts'

/** The Fuel Protocol without its quiz, as without-parts.ts. */
export const served = serve(
  composed({ ...fuel, quiz: null, sequence: null, sections: { ...fuel.sections, quiz: null } }),
)
