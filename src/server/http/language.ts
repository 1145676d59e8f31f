import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { campaign } from '#campaign'
import { inLanguages } from '#campaign/in-languages.ts'
import { paths } from '#contract/api.ts'
import type { Language } from '#contract/campaign/languages.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** LANG-1: of the pages below a prefix; left out for the campaign's first */
    language?: Language
  }
}

const [, ...others] = campaign.languages

/** LANG-1: the language of the path that was asked for. */
export const languageOf = ({ routeOptions, url }: FastifyRequest): Language => {
  const of = routeOptions.config.language
  if (of !== undefined) return of
  // No route: the page of an unknown path is in the language of its prefix.
  return languageOfPath(url)
}

/** By the prefix of a path. */
export const languageOfPath = (path: string): Language => {
  const [, first] = /^\/([^/?]+)/.exec(path) ?? []
  return others.find((language) => language === first) ?? campaign.language
}

/** What a visitor reads where a request gets a sentence instead of a page. */
export const refusedFor = (request: FastifyRequest) =>
  inLanguages[languageOf(request)]!.words.refused
export type Said = keyof ReturnType<typeof refusedFor>

/** What the paths of the request's language begin with. */
export const prefixOfPath = ({ routeOptions }: FastifyRequest): string => {
  const { language } = routeOptions.config
  return language === undefined ? '' : `/${language}`
}

/** `/nl` is `/nl/`, with its query. */
const toHome = (request: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(308)
    .header('location', request.url.replace(/^([^?]*)/, '$1/'))
    .send()

/** A link of a mail has no language in its path: its page is in that of its person (LANG-2). */
const toLink = (request: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(308)
    .headers({
      'cache-control': 'no-store',
      location: request.url.slice(prefixOfPath(request).length),
    })
    .send()
const linked = [paths.confirm, paths.unsubscribe, paths.me, paths.spot, `${paths.tellOnce}/`]
const open = { config: { guard: 'open' } } as const

/**
 * LANG-1: adds the routes of the pages in each language: those of the first without a prefix, and
 * those of another below it, where `/nl` is answered by `/nl/`.
 */
export function inEachLanguage(app: FastifyInstance, add: (app: FastifyInstance) => void): void {
  add(app)
  for (const language of others)
    app.register(
      async (inner) => {
        inner.addHook('onRoute', (route) => {
          Object.assign(route.config!, { language })
        })
        add(inner)
        inner.get('', open, toHome)
        for (const path of linked) inner.get(`${path}*`, open, toLink)
      },
      { prefix: `/${language}` },
    )
}
