import { formTokenField } from '#contract/dashboard/navigation.ts'
import { createSignInToken } from '#server/dashboard/sign-in.ts'
import { shell } from '#server/acts/action-log.ts'
import type { TestApp } from './app.ts'
import { untilTaken } from './visitor.ts'

/** A browser that is signed in to the dashboard, without script. */
export type SignedIn = {
  /** Follows no redirect. */
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** Fetches the screen and returns its HTML. */
  html(path: string): Promise<string>
  /** Sends a form with the session's token, as its screens do. Follows no redirect. */
  post(
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Response>
  /** Sends a form and returns the HTML of the screen that it leads to. */
  act(path: string, fields?: Record<string, string>): Promise<string>
  /** the value of the Cookie header */
  cookie: string
}

export const ownForm = { 'sec-fetch-site': 'same-origin' }

/**
 * Signs in with a printed link, as `operator` (an address of OPERATORS) or, without one, as `shell`.
 * `now` is the clock of the app.
 */
export async function signIn(
  app: Pick<TestApp, 'url' | 'store'>,
  operator = shell,
  now = Date.now(),
): Promise<SignedIn> {
  const token = await createSignInToken((await app.store()).db, operator, now)
  const answer = await untilTaken(() =>
    fetch(`${app.url}/dashboard/sign-in/${token}`, {
      method: 'POST',
      redirect: 'manual',
      headers: ownForm,
    }),
  )
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (answer.status !== 303 || !cookie) throw new Error(`sign-in answered ${answer.status}`)
  return signedInWith(app.url, cookie)
}

export function signedInWith(url: string, cookie: string): SignedIn {
  const get: SignedIn['get'] = (path, headers = {}) =>
    fetch(url + path, { redirect: 'manual', headers: { cookie, ...headers } })
  const html = async (path: string) => (await get(path)).text()
  const post: SignedIn['post'] = async (path, fields = {}, headers = {}) =>
    fetch(url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, ...ownForm, ...headers },
      body: new URLSearchParams({
        [formTokenField]: formTokenIn(await html('/dashboard')),
        ...fields,
      }),
    })
  return {
    get,
    html,
    post,
    async act(path, fields) {
      const answer = await post(path, fields)
      return answer.status === 303 ? html(answer.headers.get('location')!) : answer.text()
    },
    cookie,
  }
}

/** The form token in a screen's HTML. */
export function formTokenIn(html: string): string {
  const token = new RegExp(`name="${formTokenField}" value="([^"]+)"`).exec(html)?.[1]
  if (!token) throw new Error('the screen has no form token')
  return token
}
