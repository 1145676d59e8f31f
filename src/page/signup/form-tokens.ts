import { language } from '#campaign'
import { freshTokenMinAgeMs } from '#contract/api.ts'
import { originOf, untracked } from '#contract/people/waitlist.ts'
import { fetchFormToken } from '#page/api.ts'
import { optsOut } from '#page/tracking/opt-out.ts'

/** Less than the server accepts, so that a token is still valid when it arrives. */
const tokenLifetimeMs = 100 * 60 * 1_000

type Deps = {
  fetchToken: () => Promise<string>
  now: () => number
  sleep: (ms: number) => Promise<void>
}
type Token = { text: string; atMs: number }

/**
 * Form tokens from /form-token. `take` and `takeNew` resolve once the token is old enough for the
 * normal rate limit, or to an empty text if the server returned none.
 */
export function createFormTokens({ fetchToken, now, sleep }: Deps) {
  let current: Promise<Token> | null = null
  const fetchNew = async (): Promise<Token> => ({ text: await fetchToken(), atMs: now() })
  const renew = () => (current = fetchNew())
  const aged = async (token: Token) => {
    if (token.text) await sleep(Math.max(0, token.atMs + freshTokenMinAgeMs - now()))
    return token.text
  }
  return {
    /** fetches a token when a form hydrates, so that it ages while the visitor types */
    prefetch: () => void renew(),
    /** the current token, or a new one if it may have expired */
    async take() {
      const token = await (current ?? renew())
      return aged(token.text && now() - token.atMs < tokenLifetimeMs ? token : await renew())
    },
    async takeNew() {
      return aged(await renew())
    },
  }
}

export const formTokens = createFormTokens({
  fetchToken: fetchFormToken,
  now: Date.now,
  sleep: (ms) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
})

/**
 * What a form sends of its page: the language, and where the visit came from. Of visitors who opted
 * out of tracking, the code of a friend's link alone.
 */
export function originOfPage() {
  const origin = originOf(location.href, document.referrer)
  return { language, ...(optsOut() ? untracked(origin) : origin) }
}
