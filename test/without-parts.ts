import { composed, serve, small } from './small-campaigns.ts'

/**
 * A campaign without a quiz, a sequence, a line, an offer, a fact and a section that can be null, for
 * this process. Import it before any module of the server: they read the campaign as they are
 * loaded.
 */
export const served = serve(composed({ ...small, line: null }))
