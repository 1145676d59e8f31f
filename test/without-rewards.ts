import { composed, serve, small } from './small-campaigns.ts'

/** As without-parts.ts, with a line that has no rewards. */
export const served = serve(composed(small))
