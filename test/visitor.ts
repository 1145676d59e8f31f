import { formMetaHeader, paths } from '#contract/api.ts'
import type { EventCount } from '#contract/events/events.ts'
import {
  encodeFormMeta,
  fieldNames,
  noOrigin,
  originFields,
  type FormMeta,
} from '#contract/people/waitlist.ts'

export const visitorMeta: FormMeta = {
  token: '',
  trap: '',
  placement: 'hero',
  ...noOrigin,
  consent: '2026-11-27',
}
const ownPage = { 'sec-fetch-site': 'same-origin' }

/** The hero form with its script: CALL-1. */
export function joinByCall(
  url: string,
  email: string,
  change: Partial<FormMeta> & { headers?: Record<string, string>; body?: unknown } = {},
): Promise<Response> {
  const { headers = {}, body = { email, firstName: email.split('@')[0] }, ...fields } = change
  return fetch(url + paths.signUpApi, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      ...ownPage,
      [formMetaHeader]: encodeFormMeta({ ...visitorMeta, ...fields }),
      ...headers,
    },
  })
}

/** A page's counts, as its script sends them. */
export const sendCounts = (url: string, counts: readonly EventCount[]): Promise<Response> =>
  fetch(url + paths.events, {
    method: 'POST',
    body: JSON.stringify({ counts }),
    headers: { 'content-type': 'application/json', ...ownPage },
  })

/** The hero form without script. */
export function joinByForm(
  url: string,
  email: string,
  change: Partial<FormMeta> & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const { headers = {}, ...fields } = change
  const all = { ...visitorMeta, ...fields }
  return fetch(url + paths.join, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...ownPage, ...headers },
    body: new URLSearchParams({
      [fieldNames.email]: email,
      [fieldNames.token]: all.token,
      [fieldNames.trap]: all.trap,
      [fieldNames.placement]: all.placement,
      [fieldNames.consent]: all.consent,
      ...originFields(all),
    }),
  })
}

export async function freshToken(url: string): Promise<string> {
  return ((await (await fetch(url + paths.formToken)).json()) as { token: string }).token
}

/**
 * Asks again where the server says to come back (503) or closed the connection: a machine that
 * stands still for two seconds says nothing of what is raced for. Gives up after 200 answers, and not
 * after a time.
 */
export async function untilTaken(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await ask().catch((error: unknown) => {
      if (!(error instanceof TypeError) || tries === 200) throw error
      return null
    })
    if (answer && (answer.status !== 503 || tries === 200)) return answer
    await new Promise((done) => setTimeout(done, Math.min(20 * tries, 1_000)))
  }
}

/** An answer without its time. */
export async function seen(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== 'date').sort()
  return { status: response.status, headers, body: await response.text() }
}

/** The first link of a kind in a mail's text. */
export const linkIn = (text: string, kind: 'confirm' | 'unsubscribe' | 'me' | 'spot'): string => {
  const link = new RegExp(`https?://\\S+/${kind}/[\\w-]+`).exec(text)?.[0]
  if (!link) throw new Error(`no ${kind} link in: ${text}`)
  return link
}
