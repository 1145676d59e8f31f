import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** The color scheme to show a mail in; by default that of the browser. */
export const schemeField = z.enum(['dark', 'light']).optional().catch(undefined)
type Scheme = z.output<typeof schemeField>

/** Answers with the HTML of a mail, for a frame of its screen. */
export const mailBody =
  (html: string, scheme: Scheme, publicUrl: string) => (reply: FastifyReply) =>
    reply
      .headers({
        'cache-control': 'no-store, no-transform',
        'content-security-policy': bodyPolicy(publicUrl),
      })
      .type('text/html; charset=utf-8')
      .send(inScheme(html, scheme))

/**
 * A mail's HTML runs no script, opens nothing and loads only this server's pictures. Only its
 * screens may frame it.
 */
const bodyPolicy = (publicUrl: string) =>
  `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' ${publicUrl} data:; frame-ancestors 'self'`

/** The mail as a client with this scheme shows it, whatever scheme the reader's browser has. */
const inScheme = (html: string, scheme: Scheme): string =>
  scheme === undefined
    ? html
    : html
        .replace('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all')
        .replace('color-scheme:light dark', `color-scheme:${scheme}`)
