import type { FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#contract/api.ts'
import type { PageVisit } from '#contract/render.ts'
import { findLink, type LinkPurpose } from './links.ts'
import type { Pages } from '#server/http/pages.ts'
import { StoreUnavailable, type Store } from '#server/db/open.ts'
import { senderOf } from './guard.ts'

export type LinkDeps = { store: Store; pages: Pages; publicUrl: string; now: () => number }
/** `action` is the link's own path, to which its page posts. A file is JSON to be saved; null: there is nobody any more. */
export type LinkAnswer = PageVisit | { file: string; name: string } | null
export type Link = { personId: string; action: string }

/** Finds the token's person and sends what comes of it, with the headers that `answerTo` adds; whatever does not fit is one and the same 404. */
export function withLink(
  purpose: LinkPurpose,
  deps: LinkDeps,
  answerTo: (link: Link, reply: FastifyReply) => Promise<LinkAnswer>,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { token } = request.params as { token: string }
    const action = paths[purpose] + token
    reply.header('x-robots-tag', 'noindex')
    try {
      const found = await findLink(deps.store.db, purpose, token, deps.now())
      const answer = found && (await answerTo({ personId: found.personId, action }, reply))
      return await send(answer ?? { page: 'link-unknown' }, request, reply)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      return deps.pages.show(request, reply.header('retry-after', '5'), {
        page: 'try-later',
        action,
      })
    }
  }

  function send(answer: NonNullable<LinkAnswer>, request: FastifyRequest, reply: FastifyReply) {
    if ('page' in answer) return deps.pages.show(request, reply, answer)
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${answer.name}"`,
      })
      .type('application/json; charset=utf-8')
      .send(answer.file)
  }
}

/** A button on one of our pages: its token is the authority, but a page of another site may not press it. */
export function fromOwnPage(deps: LinkDeps, act: ReturnType<typeof withLink>) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (senderOf(request.headers, deps.publicUrl) !== 'cross-site') return act(request, reply)
    return reply
      .code(403)
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .type('text/plain')
      .send('Open the link in the mail and press its button.')
  }
}
