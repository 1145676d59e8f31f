import type { FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#contract/api.ts'
import type { PageVisit } from '#contract/render.ts'
import type { PersonState } from '#contract/waitlist.ts'
import { findLink } from '#server/mail/links.ts'
import type { Pages } from '#server/site/pages.ts'
import { StoreAway, type Store } from '#server/store/open.ts'
import { senderOf } from './guard.ts'
import { confirmPerson, leave, stateOf } from './membership.ts'

export type LinkDeps = { store: Store; pages: Pages; publicUrl: string; now: () => number; /** called after a commit that confirmed somebody */ confirmed: () => void }
type Purpose = 'confirm' | 'unsubscribe'
type View = Extract<PageVisit, { page: Purpose }>['view']

/** A GET never acts (scanners follow links): it shows a page whose button posts to the same address. */
export const linkPage = (purpose: Purpose, deps: LinkDeps) => withPerson(purpose, deps, async (personId) => {
  const state = await stateOf(deps.store.db, personId)
  return state === undefined ? null : views[purpose](state)
})

/** The button of the confirm page. Its token is the authority; a page of another site may not press it. */
export const confirmPost = (deps: LinkDeps) => {
  const act = withPerson('confirm', deps, async (personId) => {
    const done = await deps.store.transact((trx) => confirmPerson(trx, personId, deps.now()))
    if (done === 'done') deps.confirmed()
    return done
  })
  return async (request: FastifyRequest, reply: FastifyReply) =>
    senderOf(request.headers, deps.publicUrl) === 'cross-site' ? reply.code(403).headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }).type('text/plain').send('Open the link in the mail and press its button.') : act(request, reply)
}

/** The button of the unsubscribe page, and a mailbox provider's one-click POST (RFC 8058): body, type and origin don't matter. */
export const unsubscribePost = (deps: LinkDeps) =>
  withPerson('unsubscribe', deps, (personId) => deps.store.transact((trx) => leave(trx, personId, deps.now())))

const views: Record<Purpose, (state: PersonState) => View> = {
  confirm: (state) => (state === 'confirmed' ? 'already' : 'ask'),
  unsubscribe: (state) => ({ unconfirmed: 'remove', confirmed: 'ask' } as const)[state as 'confirmed'] ?? 'already',
}

/** Finds the token's person and shows what came of it; whatever does not fit is one and the same 404. */
function withPerson(purpose: Purpose, deps: LinkDeps, act: (personId: string) => Promise<View | null>) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { token } = request.params as { token: string }
    reply.header('x-robots-tag', 'noindex')
    try {
      const link = await findLink(deps.store.db, purpose, token, deps.now())
      const view = link && (await act(link.personId))
      const visit = view ? { page: purpose, view, action: paths[purpose] + token } as PageVisit : { page: 'link-unknown' as const }
      return await deps.pages.show(request, reply, visit)
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error
      return deps.pages.show(request, reply.header('retry-after', '5'), { page: 'try-later', action: paths[purpose] + token })
    }
  }
}
