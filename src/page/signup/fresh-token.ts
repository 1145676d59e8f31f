import { freshTokenMinAgeMs } from '#contract/api.ts'

const goodForMs = 100 * 60 * 1_000

type Deps = {
  fetchToken: () => Promise<string>
  now: () => number
  sleep: (ms: number) => Promise<void>
}

/** Tokens from /form-token, handed out once they are old enough to earn the normal budget. Empty where none can be had. */
export function openTokens({ fetchToken, now, sleep }: Deps) {
  let held: Promise<Token> | null = null
  const fetchNew = async (): Promise<Token> => ({ text: await fetchToken(), atMs: now() })
  const renew = () => (held = fetchNew())
  const aged = async (token: Token) => {
    if (token.text) await sleep(Math.max(0, token.atMs + freshTokenMinAgeMs - now()))
    return token.text
  }
  return {
    /** for a form that has just come alive: its token ages while the visitor types */
    warm: () => void renew(),
    /** the one at hand, if it is still good */
    async take() {
      const token = await (held ?? renew())
      return aged(token.text && now() - token.atMs < goodForMs ? token : await renew())
    },
    async takeNew() {
      return aged(await renew())
    },
  }
}

type Token = { text: string; atMs: number }
