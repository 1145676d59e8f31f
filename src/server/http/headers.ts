import type { Config } from '#server/config/config.ts'
import type { Bundles, Hashes } from './bundles.ts'

/**
 * The headers of every answer, those included that are written before there is a request. The content policy allows the one inline style and the one inline script of the page's shell
 * by their hashes, and nothing else inline; development, where Vite injects both, has none. Every byte here counts towards
 * the first response, so nothing stands in the policy that another directive says already (workers follow script-src). HSTS speaks of this
 * host alone unless the operator asks for more: other hosts of the domain may not have https.
 */
export const securityHeaders = (
  hashes: Bundles['hashes'],
  { publicUrl, hstsSubdomains }: Pick<Config, 'publicUrl' | 'hstsSubdomains'>,
): Readonly<Record<string, string>> => ({
  ...fixed,
  ...(hashes && { 'content-security-policy': contentPolicy(hashes.page) }),
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

/** For the operator's screens, which have another style, no script, and frame a mail's preview. */
export const screenHeaders = (hashes: Bundles['hashes']) =>
  hashes ? { 'content-security-policy': contentPolicy(hashes.dashboard, "frame-src 'self'") } : {}

function contentPolicy({ script, style }: Hashes, ...further: string[]): string {
  const list = (hashes: readonly string[]) =>
    ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ')
  return [
    "default-src 'none'",
    `script-src ${list(script)}`,
    `style-src ${list(style)}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...further,
  ].join('; ')
}
