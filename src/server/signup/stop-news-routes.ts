import { stopNewsAct } from '#contract/api.ts'
import type { PageVisit } from '#contract/render.ts'
import { newsStopped, stopNews } from '#server/line/news.ts'
import { linkHandler, type Link, type LinkDeps } from './link-handler.ts'

type StopPage = Extract<PageVisit, { page: 'stop-news' }>

/**
 * LINE-10: the link in a mail about friends that ends only these mails. It works for whoever has
 * the link to leave the list, in line or away.
 */
export const stopNewsPage = (deps: LinkDeps) =>
  linkHandler('unsubscribe', deps, async (link) => {
    const stopped = await newsStopped(deps.store.db, link.personId)
    return stopped === null ? null : pageOf(link, stopped ? 'already' : 'ask')
  })

/** One press; like the press that leaves the list, it may come from a mail program. */
export const stopNewsPost = (deps: LinkDeps) =>
  linkHandler('unsubscribe', deps, async (link) => {
    const { store, now } = deps
    const view = await store.transact((trx) => stopNews(trx, link.personId, now()))
    return view && pageOf(link, view)
  })

const pageOf = ({ action }: Link, view: StopPage['view']): StopPage => ({
  page: 'stop-news',
  view,
  action: `${action}/${stopNewsAct}`,
})
