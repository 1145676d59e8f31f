import { formMetaHeader, scriptPaths } from '#contract/api.ts'
import type { EventBatch } from '#contract/events/events.ts'
import { encodeFormMeta, type FormMeta } from '#contract/people/waitlist.ts'

/**
 * `status` 0: no answer came. `ok` is the server's own word for "stored", not that of something on
 * the way to it. `error` is the server's sentence, or empty.
 */
export type Answer = { status: number; ok: boolean; error: string; retryAfterS: number }

const tokenPatienceMs = 3_000
export const joinPatienceMs = 8_000

/**
 * Resolves to an empty string after a failure: the server accepts a form without a token under a
 * tighter budget.
 */
export async function fetchFormToken(): Promise<string> {
  try {
    const body: unknown = await within(tokenPatienceMs, async (signal) =>
      (await fetch(scriptPaths.formToken, { cache: 'no-store', signal })).json(),
    )
    return textField(body, 'token')
  } catch {
    return ''
  }
}

/** FORM-6: sends a sign-up. Never throws; the status is 0 if no answer came. */
export async function postJoin(
  body: { email: string; firstName: string },
  meta: FormMeta,
): Promise<Answer> {
  try {
    return await within(joinPatienceMs, async (signal) => {
      const response = await post(scriptPaths.signUpApi, body, meta, signal)
      const answer: unknown = await response.json().catch(() => null)
      return {
        status: response.status,
        ok: response.ok && (answer as { ok?: unknown } | null)?.ok === true,
        error: textField(answer, 'error'),
        retryAfterS: Number(response.headers.get('retry-after')) || 0,
      }
    })
  } catch {
    return { status: 0, ok: false, error: '', retryAfterS: 0 }
  }
}

/** TRACK-2. It outlives the page, and nobody waits for it: what cannot be sent is dropped. */
export function sendCounts(batch: EventBatch): void {
  try {
    navigator.sendBeacon(
      scriptPaths.events,
      new Blob([JSON.stringify(batch)], { type: 'application/json' }),
    )
  } catch {}
}

/** Sends the public key (CALL-5). `keepalive` lets the call finish after the page is closed. */
export function post(
  path: string,
  body: object,
  meta: FormMeta,
  signal: AbortSignal,
  wishes: Record<string, string> = {},
): Promise<Response> {
  const key = document.querySelector<HTMLMetaElement>('meta[name="anon-key"]')?.content ?? ''
  const headers = {
    'content-type': 'application/json',
    apikey: key,
    authorization: `Bearer ${key}`,
    [formMetaHeader]: encodeFormMeta(meta),
    ...wishes,
  }
  return fetch(path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    keepalive: true,
    signal,
  })
}

export async function within<T>(
  patienceMs: number,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(), patienceMs)
  try {
    return await call(ended.signal)
  } finally {
    clearTimeout(timer)
  }
}

const textField = (body: unknown, name: string): string => {
  const value = (body as Record<string, unknown> | null)?.[name]
  return typeof value === 'string' ? value : ''
}
