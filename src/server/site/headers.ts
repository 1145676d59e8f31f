import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bundles, Hashes } from './bundles.ts'

/**
 * The headers of every answer. The content policy allows the one inline style and the one inline script of the built shells
 * by their hashes, and nothing else inline; development, where Vite injects both, has none.
 */
export function securityHeaders(hashes: Bundles['hashes'], https: boolean) {
  const policy = hashes && contentPolicy(Object.values(hashes))
  return (_request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.headers(fixed)
    if (policy) reply.header('content-security-policy', policy)
    if (https) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    done()
  }
}

const fixed = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

export function contentPolicy(shells: readonly Hashes[]): string {
  const list = (kind: keyof Hashes) => [...new Set(shells.flatMap((shell) => shell[kind]))].map((hash) => `'${hash}'`).join(' ')
  return [
    "default-src 'none'", `script-src 'self' ${list('script')}`.trim(), `style-src 'self' ${list('style')}`.trim(), "img-src 'self' data:", "font-src 'self'",
    "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'", "frame-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
  ].join('; ')
}
