import { hostCookie } from '#server/http/cookie.ts'
import { longestMs } from './sessions.ts'

/** DASH-2: the cookie of a session. */
export const sessionCookie = (publicUrl: string) =>
  hostCookie(publicUrl, { secure: 'ascend', plain: 'ascend_session', maxAgeMs: longestMs })
