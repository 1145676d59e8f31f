import { noOrigin, originOf } from '#contract/waitlist.ts'
import { fetchFormToken } from '#page/api.ts'
import { optsOut } from '#page/tracking/opt-out.ts'
import { openTokens } from './fresh-token.ts'

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** What travels beside an address: this page's tokens, and where its visitor came from. */
export const tokens = openTokens({ fetchToken: fetchFormToken, now: Date.now, sleep })
export const originOfPage = () =>
  optsOut() ? noOrigin : originOf(location.href, document.referrer)
