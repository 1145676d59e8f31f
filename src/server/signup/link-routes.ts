import { confirmPage } from './confirm-page.ts'
import { confirmPerson } from './confirm-people.ts'
import { leaveFromMail } from './leave-list.ts'
import { askToLeave, leavePage, type LeavePage } from './leave-page.ts'
import { linkHandler, refusedByLaunch, type Link, type LinkDeps } from './link-handler.ts'
import { stateOf } from './membership.ts'
import { pressOf } from './press.ts'
import { readReturnWaitMs, tryTomorrow } from './repeats.ts'

/** `confirmed`: called after a commit that confirmed somebody. */
export type ConfirmDeps = LinkDeps & { confirmed: () => void }
type Purpose = 'confirm' | 'unsubscribe'

/** A GET changes nothing, because mail scanners follow links: its page has a button that posts. */
export const linkPage = (purpose: Purpose, deps: LinkDeps) =>
  linkHandler(purpose, deps, async (link, reply) => {
    const state = await stateOf(deps.store.db, link.personId)
    if (state === undefined) return null
    if (purpose === 'unsubscribe') return askToLeave(deps, link, state)
    const refused = await refusedByLaunch(deps, link)
    if (refused) return refused
    const waitMs = await readReturnWaitMs(deps.store.db, link.personId, deps.now())
    if (waitMs > 0) return tryTomorrow(reply, 'return', waitMs)
    return confirmPage(deps, link, state === 'confirmed' ? 'already' : 'ask')
  })

/** The button of the confirm page. */
export const confirmPost = (deps: ConfirmDeps) =>
  linkHandler('confirm', deps, async (link, reply) => {
    const refused = await refusedByLaunch(deps, link)
    if (refused) return refused
    const press = pressOf(deps, reply.request, link.via)
    const view = await deps.store.transact((trx) =>
      confirmPerson(trx, link.personId, deps.now(), press, deps.calendar()),
    )
    if (view === 'done') deps.confirmed()
    if (view !== null && typeof view === 'object') return tryTomorrow(reply, 'return', view.waitMs)
    return view && confirmPage(deps, link, view)
  })

/**
 * The button of the unsubscribe page, and a mailbox provider's one-click POST (RFC 8058), which may
 * have any body, content type and origin.
 */
export const unsubscribePost = (deps: LinkDeps) =>
  linkHandler('unsubscribe', deps, (link) => leaveList(deps, link))

export const leaveList = async (
  deps: LinkDeps,
  link: Link,
  mePath?: string,
): Promise<LeavePage> => {
  const { store, now } = deps
  const view = await store.transact((trx) => leaveFromMail(trx, link, now()))
  return leavePage(deps, link, view, mePath)
}
