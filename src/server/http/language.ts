import type { FastifyRequest } from 'fastify'
import { campaign } from '#campaign'
import type { Language } from '#contract/campaign/languages.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** LANG-1: of the pages below a prefix; left out for the campaign's first */
    language?: Language
  }
}

/** LANG-1: the language of the path that was asked for. */
export const languageOf = (request: FastifyRequest): Language => {
  const of = request.routeOptions.config.language
  if (of !== undefined) return of
  // No route: the page of an unknown path is in the language of its prefix.
  const [, first] = /^\/([^/?]+)/.exec(request.url) ?? []
  const [, ...others] = campaign.languages
  return others.find((language) => language === first) ?? campaign.language
}
