import type { FastifyReply } from 'fastify'
import { StoreUnavailable } from '#server/db/open.ts'

/** A write that was refused over a budget (429), or for want of the store (503). */
export type RetryLater = { status: 429 | 503; retryAfterS: number }

const retryStoreS = 5

/**
 * Awaits a write to the store. A result with `retryAfterMs` above 0 is over a budget and becomes a
 * 429. If the store is unavailable, `onUnavailable` logs the reason and the call becomes a 503 with
 * `retryAfterS`. Every other error is thrown.
 */
export async function storeCall<Result extends object>(
  write: Promise<Result>,
  onUnavailable: (reason: string) => void,
  retryAfterS: number = retryStoreS,
): Promise<{ stored: Exclude<Result, { outcome: 'over-budget' }> } | RetryLater> {
  try {
    const result = await write
    const retryAfterMs = (result as { retryAfterMs?: number }).retryAfterMs ?? 0
    if (retryAfterMs > 0) return { status: 429, retryAfterS: Math.ceil(retryAfterMs / 1_000) }
    // An over-budget result always has a `retryAfterMs` above 0.
    return { stored: result as Exclude<Result, { outcome: 'over-budget' }> }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    onUnavailable(error.message)
    return { status: 503, retryAfterS }
  }
}

/** The answer of a JSON endpoint; 429 and 503 come with the seconds for Retry-After. */
export type CallAnswer = { status: number; retryAfterS?: number }

/**
 * Sends `{ ok: true }` for 200, nothing for 204, and `{ error }` with the sentence of any other
 * status.
 */
export function sendAnswer(
  reply: FastifyReply,
  { status, retryAfterS }: CallAnswer,
  errors: Readonly<Record<number, string>>,
) {
  reply.code(status).header('cache-control', 'no-store')
  if (status === 204) return reply.send()
  if (status === 200) return reply.send({ ok: true })
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  return reply.send({ error: errors[status] })
}
