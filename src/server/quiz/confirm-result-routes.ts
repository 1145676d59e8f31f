import type { FastifyReply, FastifyRequest } from 'fastify'
import { meResult } from '#contract/personal-data.ts'
import type { PageVisit } from '#contract/render.ts'
import { linkHandler, type LinkDeps } from '#server/signup/link-handler.ts'
import { confirmResult, findAsked, type AskedResult } from './unconfirmed-results.ts'

type Visit = Extract<PageVisit, { page: 'me-result' }>

/** QUIZ-9: asks whether a result is the person's. A GET changes nothing: scanners follow links. */
export const askResult = (deps: LinkDeps) =>
  linkHandler('me', deps, async ({ personId, action }, reply) => {
    const asked = { personId, resultId: resultIn(reply) }
    const found = await findAsked(deps.store.db, asked, deps.calendar())
    return found && pageOf(found, found.confirmed ? 'already' : 'ask', action, asked.resultId)
  })

/** The button 'Yes, this is my result', which confirms that one and no other. */
export const resultPost = (deps: LinkDeps) =>
  linkHandler('me', deps, async ({ personId, action }, reply) => {
    const asked = { personId, resultId: resultIn(reply) }
    const found = await deps.store.transact((trx) => confirmResult(trx, asked, deps.calendar()))
    return found && pageOf(found, found.confirmed ? 'already' : 'done', action, asked.resultId)
  })

const resultIn = ({ request }: FastifyReply): string =>
  (request as FastifyRequest<{ Params: { result: string } }>).params.result

const pageOf = (
  { type, savedAt }: AskedResult,
  view: Visit['view'],
  mePath: string,
  resultId: string,
): Visit => ({
  page: 'me-result',
  view,
  type,
  savedAt,
  action: `${mePath}/${meResult}/${encodeURIComponent(resultId)}`,
})
