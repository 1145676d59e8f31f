import { readSource } from '#contract/waitlist.ts'
import { fetchFormToken } from '#page/api.ts'
import { openTokens } from './fresh-token.ts'

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** What travels beside an address: this page's tokens, and where its visitor came from. */
export const tokens = openTokens({ fetchToken: fetchFormToken, now: Date.now, sleep })
export const sourceOfPage = () => readSource(new URLSearchParams(location.search).get('utm_source'))
