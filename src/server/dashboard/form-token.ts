import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { formTokenField } from '#contract/screens.ts'

const bytes = 16

/** DASH-2: what each form of a session sends back. Only its cookie's token yields it. */
const secretOf = (sessionToken: string) =>
  createHmac('sha256', sessionToken).update('form').digest().subarray(0, bytes)

/**
 * DASH-8: masked with fresh random bits, so that two responses never have the same bytes: the
 * length of a compressed page then reveals nothing about it (BREACH).
 */
export function maskedFormToken(sessionToken: string): string {
  const mask = randomBytes(bytes)
  return Buffer.concat([mask, xor(mask, secretOf(sessionToken))]).toString('base64url')
}

/** Whether a form of this session sent the token. */
export function isFormToken(sessionToken: string, sent: unknown): boolean {
  const masked = Buffer.from(typeof sent === 'string' ? sent : '', 'base64url')
  if (masked.length !== 2 * bytes) return false
  const secret = xor(masked.subarray(0, bytes), masked.subarray(bytes))
  return timingSafeEqual(secret, secretOf(sessionToken))
}

const xor = (a: Buffer, b: Buffer) => Buffer.from(a.map((byte, index) => byte ^ b[index]!))

/** What a form sent, without its token: the fields that a screen holds until they can be sent. */
export const fieldsOf = (body: unknown): [string, string][] =>
  Object.entries((body ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    name !== formTokenField && typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
