import type { FastifyReply, FastifyRequest } from 'fastify'
import { headerItems } from './headers.ts'

export type Cookie = ReturnType<typeof hostCookie>

/**
 * A cookie that no script reads. `__Host-` (RFC 6265bis 4.1.3) ties it to this host and to https; a
 * browser refuses that prefix over plain http, so a trial on this machine has a name without it.
 */
export function hostCookie(
  publicUrl: string,
  { secure, plain, maxAgeMs }: { secure: string; plain: string; maxAgeMs: number },
) {
  const isHttps = publicUrl.startsWith('https:')
  const name = isHttps ? `__Host-${secure}` : plain
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  return {
    read: ({ headers }: FastifyRequest): string | null =>
      headerItems(headers.cookie ?? '', ';')
        .find((part) => part.startsWith(`${name}=`))
        ?.slice(name.length + 1) || null,
    write: (reply: FastifyReply, value: string) =>
      reply.header('set-cookie', `${name}=${value}; Max-Age=${maxAgeMs / 1_000}; ${attributes}`),
    clear: (reply: FastifyReply) =>
      reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`),
  }
}
