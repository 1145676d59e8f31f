import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#contract/campaign/languages.ts'
import type { Config } from '#server/config/config.ts'
import type { Bundles, Hashes } from './bundles.ts'

/**
 * The headers of every response, also of those without a parsed request. The content security
 * policy allows only the inline style and script of the page's shell, by hash. Development has no
 * policy, because Vite injects both. Every byte counts towards the first response, so the policy
 * repeats nothing (workers follow script-src). HSTS is for this host only unless the operator
 * includes subdomains, which may not have https.
 */
export const securityHeaders = (
  hashes: Bundles['hashes'],
  { publicUrl, hstsSubdomains }: Pick<Config, 'publicUrl' | 'hstsSubdomains'>,
): Readonly<Record<string, string>> => ({
  ...fixed,
  ...(hashes && { 'content-security-policy': contentPolicy(hashes()) }),
  ...(publicUrl.startsWith('https:') && {
    'strict-transport-security': `max-age=31536000${hstsSubdomains === 'on' ? '; includeSubDomains' : ''}`,
  }),
})

const fixed = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

/** What a page adds to them: its language, and the policy of the scripts in that language. */
export const pageHeaders =
  (hashes: Bundles['hashes']) =>
  (language: Language): Readonly<Record<string, string>> => ({
    'content-language': language,
    ...(hashes && { 'content-security-policy': contentPolicy(hashes(language)) }),
  })
export type PageHeaders = ReturnType<typeof pageHeaders>

/**
 * For the operator's screens: one stylesheet, no script and no request by one, and a frame for a
 * mail's preview.
 */
export const screenHeaders = (hashes: Bundles['hashes']): Readonly<Record<string, string>> =>
  hashes ? { 'content-security-policy': screenPolicy } : {}

const ownOnly = [
  "default-src 'none'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]
const screenPolicy = [
  ...ownOnly,
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
].join('; ')

function contentPolicy({ script, style }: Hashes): string {
  const list = (hashes: readonly string[]) =>
    ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ')
  return [
    ...ownOnly,
    `script-src ${list(script)}`,
    `style-src ${list(style)}`,
    "connect-src 'self'",
  ].join('; ')
}

/**
 * The items of a header that is a list, without the blanks around them. Blanks are space and tab
 * alone (RFC 9110 5.6.3, RFC 6265 4.2.1): with the blanks of Unicode a byte 0xA0 that another host
 * puts before the name of a cookie would make it one of ours.
 */
export const headerItems = (header: string, separator: ',' | ';'): string[] =>
  header.split(separator).map((item) => item.replaceAll(/^[ \t]+|[ \t]+$/g, ''))

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
