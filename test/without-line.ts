import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'

/**
 * The shipped campaign with `line: null`, for this process. Import it before any module of the
 * server: they read the campaign as they are loaded. `formerLine` is the line that it had.
 */
export const formerLine: NonNullable<Campaign['line']> = campaign.line!
campaign.line = null
