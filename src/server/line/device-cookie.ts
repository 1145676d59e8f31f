import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisedMs } from '#contract/promises/promises.ts'
import { hostCookie } from '#server/http/headers.ts'

/** How long a device remembers, from the last press. */
export const deviceMaxAgeMs = promisedMs('device')

/** Sealed tokens (http/forms.ts) that last for `deviceMaxAgeMs`. */
type Sealed = {
  seal(text: string, nowMs: number): string
  open(token: string, nowMs: number): string | null
}

export type DeviceCookie = ReturnType<typeof deviceCookie>

/**
 * LINE-9: the one cookie of a device that its person asked to remember them. It contains nothing
 * but the person's id, encrypted.
 */
export function deviceCookie(publicUrl: string, sealed: Sealed, now: () => number) {
  const cookie = hostCookie(publicUrl, {
    secure: 'ascend-device',
    plain: 'ascend_device',
    maxAgeMs: deviceMaxAgeMs,
  })
  return {
    /** Whether the request has the cookie at all, valid or not. */
    isSent: (request: FastifyRequest): boolean => cookie.read(request) !== null,
    /** The person whom the device remembers; null without a valid cookie. */
    personOf(request: FastifyRequest): string | null {
      const token = cookie.read(request)
      return token === null ? null : sealed.open(token, now())
    },
    setDevice: (reply: FastifyReply, personId: string): FastifyReply =>
      cookie.write(reply, sealed.seal(personId, now())),
    clearDevice: (reply: FastifyReply): FastifyReply => cookie.clear(reply),
  }
}
