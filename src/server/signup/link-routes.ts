import type { PageVisit } from '#contract/render.ts'
import type { PersonState } from '#contract/waitlist.ts'
import { fromOwnPage, withLink, type LinkDeps } from './link-page.ts'
import { confirmPerson, leave, stateOf } from './membership.ts'

/** `confirmed` is called after a commit that confirmed somebody. */
export type ConfirmDeps = LinkDeps & { confirmed: () => void }
type Purpose = 'confirm' | 'unsubscribe'
type LinkVisit<P extends Purpose = Purpose> = Extract<PageVisit, { page: P }>

/** A GET never acts (scanners follow links): it shows a page whose button posts to the same address. */
export const linkPage = (purpose: Purpose, deps: LinkDeps) =>
  withLink(purpose, deps, async ({ personId, action }) => {
    const state = await stateOf(deps.store.db, personId)
    return state === undefined ? null : asked[purpose](state, action)
  })

/** The button of the confirm page. */
export const confirmPost = (deps: ConfirmDeps) =>
  fromOwnPage(
    deps,
    withLink('confirm', deps, async ({ personId, action }) => {
      const view = await deps.store.transact((trx) => confirmPerson(trx, personId, deps.now()))
      if (view === 'done') deps.confirmed()
      return view && { page: 'confirm', view, action }
    }),
  )

/** The button of the unsubscribe page, and a mailbox provider's one-click POST (RFC 8058): what its body holds, its type and its origin don't matter. */
export const unsubscribePost = (deps: LinkDeps) =>
  withLink('unsubscribe', deps, (link) => left(deps, link))

/** Leaves the list and says so. */
export const left = async (
  { store, now }: LinkDeps,
  { personId, action }: { personId: string; action: string },
): Promise<LinkVisit<'unsubscribe'>> => ({
  page: 'unsubscribe',
  view: await store.transact((trx) => leave(trx, personId, now())),
  action,
})

export const leaveAsked = (state: PersonState, action: string): LinkVisit<'unsubscribe'> => ({
  page: 'unsubscribe',
  view: state === 'unconfirmed' ? 'remove' : state === 'confirmed' ? 'ask' : 'already',
  action,
})

const asked: Record<Purpose, (state: PersonState, action: string) => LinkVisit> = {
  confirm: (state, action) => ({
    page: 'confirm',
    view: state === 'confirmed' ? 'already' : 'ask',
    action,
  }),
  unsubscribe: leaveAsked,
}
