import { formMetaHeader, paths } from '#contract/api.ts'
import type { EventCount } from '#contract/events.ts'
import { encodeFormMeta, type FormMeta } from '#contract/waitlist.ts'

/** `status` 0: no answer came. `ok` is the server's own word for "stored", not that of something on the way to it. */
export type Answer = { status: number; ok: boolean; retryAfterS: number }

const tokenPatienceMs = 3_000
const joinPatienceMs = 8_000

/** Empty where none can be had: the sign-up door takes a form without one, under its tight budget. */
export async function fetchFormToken(): Promise<string> {
  try {
    const body: unknown = await within(tokenPatienceMs, async (signal) => (await fetch(paths.formToken, { cache: 'no-store', signal })).json())
    return textField(body, 'token')
  } catch {
    return ''
  }
}

/** FORM-6, with the public key that the calls carry (CALL-5). `keepalive` lets the call outlive the page. */
export async function postJoin(body: { email: string; firstName: string }, meta: FormMeta): Promise<Answer> {
  const key = document.querySelector<HTMLMetaElement>('meta[name="anon-key"]')?.content ?? ''
  const headers = { 'content-type': 'application/json', apikey: key, authorization: `Bearer ${key}`, [formMetaHeader]: encodeFormMeta(meta) }
  try {
    return await within(joinPatienceMs, async (signal) => {
      const response = await fetch(paths.welcomeEmail, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true, signal })
      return { status: response.status, ok: response.ok && saysOk(await response.text()), retryAfterS: Number(response.headers.get('retry-after')) || 0 }
    })
  } catch {
    return { status: 0, ok: false, retryAfterS: 0 }
  }
}

/** TRACK-2. It outlives the page, and nobody waits for it: what cannot be sent is dropped. */
export function sendCounts(counts: readonly EventCount[]): void {
  try {
    navigator.sendBeacon(paths.events, new Blob([JSON.stringify({ counts })], { type: 'application/json' }))
  } catch {}
}

async function within<T>(patienceMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(), patienceMs)
  try {
    return await call(ended.signal)
  } finally {
    clearTimeout(timer)
  }
}

function saysOk(text: string): boolean {
  try {
    return (JSON.parse(text) as { ok?: unknown } | null)?.ok === true
  } catch {
    return false
  }
}

const textField = (body: unknown, name: string): string => {
  const value = (body as Record<string, unknown> | null)?.[name]
  return typeof value === 'string' ? value : ''
}
