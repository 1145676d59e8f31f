import type { PageVisit } from '#contract/render.ts'
import type { PersonState } from '#contract/waitlist.ts'
import { fromOwnPage, linkHandler, type Link, type LinkDeps } from './link-handler.ts'
import { confirmPerson, leave, stateOf } from './membership.ts'

/** `confirmed` is called after a commit that confirmed a person. */
export type ConfirmDeps = LinkDeps & { confirmed: () => void }
type Purpose = 'confirm' | 'unsubscribe'
type LinkPage<P extends Purpose = Purpose> = Extract<PageVisit, { page: P }>

/** A GET changes nothing, because mail scanners follow links: its page has a button that posts. */
export const linkPage = (purpose: Purpose, deps: LinkDeps) =>
  linkHandler(purpose, deps, async ({ personId, action }) => {
    const state = await stateOf(deps.store.db, personId)
    return state === undefined ? null : pageFor[purpose](state, action)
  })

/** The button of the confirm page. */
export const confirmPost = (deps: ConfirmDeps) =>
  fromOwnPage(
    deps,
    linkHandler('confirm', deps, async ({ personId, action }) => {
      const view = await deps.store.transact((trx) => confirmPerson(trx, personId, deps.now()))
      if (view === 'done') deps.confirmed()
      return view && { page: 'confirm', view, action }
    }),
  )

/**
 * The button of the unsubscribe page, and a mailbox provider's one-click POST (RFC 8058), which may
 * have any body, content type and origin.
 */
export const unsubscribePost = (deps: LinkDeps) =>
  linkHandler('unsubscribe', deps, (link) => leaveList(deps, link))

export const leaveList = async (
  { store, now }: LinkDeps,
  { personId, action }: Link,
): Promise<LinkPage<'unsubscribe'>> => ({
  page: 'unsubscribe',
  view: await store.transact((trx) => leave(trx, personId, now())),
  action,
})

export const leavePage = (state: PersonState, action: string): LinkPage<'unsubscribe'> => ({
  page: 'unsubscribe',
  view: state === 'unconfirmed' ? 'remove' : state === 'confirmed' ? 'ask' : 'already',
  action,
})

const pageFor: Record<Purpose, (state: PersonState, action: string) => LinkPage> = {
  confirm: (state, action) => ({
    page: 'confirm',
    view: state === 'confirmed' ? 'already' : 'ask',
    action,
  }),
  unsubscribe: leavePage,
}
