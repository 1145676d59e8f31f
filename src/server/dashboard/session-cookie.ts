import type { FastifyReply, FastifyRequest } from 'fastify'
import { longestMs } from './sessions.ts'

/**
 * DASH-2: the cookie of a session. `__Host-` (RFC 6265bis 4.1.3) ties it to this host and to https;
 * a browser refuses that prefix over plain http, so a trial on this machine has a name without it.
 */
export const sessionCookie = (publicUrl: string) => {
  const isHttps = publicUrl.startsWith('https:')
  const name = isHttps ? '__Host-ascend' : 'ascend_session'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  return {
    read: ({ headers }: FastifyRequest): string | null =>
      (headers.cookie ?? '')
        .split(/;\s*/)
        .find((part) => part.startsWith(`${name}=`))
        ?.slice(name.length + 1) || null,
    write: (reply: FastifyReply, token: string) =>
      reply.header('set-cookie', `${name}=${token}; Max-Age=${longestMs / 1_000}; ${attributes}`),
    clear: (reply: FastifyReply) =>
      reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`),
  }
}
