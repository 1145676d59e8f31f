import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { campaign } from '#campaign'
import type { Language } from '#contract/campaign/languages.ts'
import { forEverybody } from './guards.ts'

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
  const [, first] = /^\/([^/?]+)/.exec(url) ?? []
  return others.find((language) => language === first) ?? campaign.language
}

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
        inner.get('', { ...forEverybody, exposeHeadRoute: false }, toHome)
      },
      { prefix: `/${language}` },
    )
}
