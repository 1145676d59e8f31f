import type { FastifyReply, FastifyRequest } from 'fastify'
import { campaign } from '#campaign'
import { paths } from '#contract/api.ts'
import { prefixOf } from '#contract/campaign/languages.ts'
import { bodyOf, type Body } from './bodies.ts'

/** The file that tells crawlers what to leave alone names the sitemap too (RFC 9309, 2.2.4). */
export const withSitemap = (path: string, asset: Body, publicUrl: string): Body =>
  path === '/robots.txt'
    ? bodyOf('text/plain; charset=utf-8', {
        identity: Buffer.from(
          `${asset.encoded.identity.bytes.toString()}\nSitemap: ${publicUrl}${paths.sitemap}\n`,
        ),
      })
    : asset

/** The pages that may stand in a search index (page/shell/head.tsx). */
const listed = ['/', paths.privacy, ...(campaign.line ? [paths.line] : [])]

/**
 * LANG-3: every page in every language, and with each the same page in all of them (`hreflang`), so
 * that links go both ways. A visitor whose language is none of them gets the first (`x-default`).
 */
export function sitemap(publicUrl: string) {
  const { languages } = campaign
  const url = (path: string, language: string) =>
    publicUrl + prefixOf({ language, languages }) + path
  const link = (tag: string, path: string, language: string) =>
    `<xhtml:link rel="alternate" hreflang="${tag}" href="${url(path, language)}"/>`
  const alternates = (path: string) =>
    languages.length > 1
      ? [
          ...languages.map((language) => link(language, path, language)),
          link('x-default', path, campaign.language),
        ].join('')
      : ''
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...listed.flatMap((path) =>
      languages.map(
        (language) => `<url><loc>${url(path, language)}</loc>${alternates(path)}</url>`,
      ),
    ),
    '</urlset>\n',
  ].join('\n')
  return (_: FastifyRequest, reply: FastifyReply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .type('application/xml; charset=utf-8')
      .send(body)
}
