import { createHash, timingSafeEqual } from 'node:crypto'
import type { onRequestAsyncHookHandler } from 'fastify'
import { Refusal } from './answers.ts'

/** CALL-5: if ANON_KEY is set, calls without it are answered 401. The key is not a secret. */
export const requireAnonKey =
  (anonKey: string | undefined): onRequestAsyncHookHandler =>
  async ({ headers }) => {
    const given = firstOf(headers.apikey) ?? headers.authorization?.replace(/^Bearer /i, '')
    if (anonKey !== undefined && (given === undefined || !isSameText(given, anonKey)))
      throw new Refusal(401, { reason: noKey })
  }

const noKey =
  'Send the public key of this waitlist in the header apikey, or as Authorization: Bearer.'

/** The first value of a header that may come several times. */
export const firstOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header

/** Compares hashes in constant time, so the duration reveals neither length nor content. */
export const isSameText = (given: string, expected: string): boolean =>
  timingSafeEqual(
    createHash('sha256').update(given).digest(),
    createHash('sha256').update(expected).digest(),
  )
