import type { PageVisit } from '#contract/render.ts'
import type { LeaveStanding } from '#contract/line/standing.ts'
import type { PersonState } from '#contract/people/waitlist.ts'
import { stopNewsAct } from '#contract/api.ts'
import { openWriteLimit } from '#server/db/batcher.ts'
import type { Db } from '#server/db/store.ts'
import { campaignLine } from '#server/line/enter.ts'
import { readAhead, readStanding, awayAt } from '#server/line/standing.ts'
import { welcomeData } from '#server/outbox/pending-mail.ts'
import { readPlace } from '#server/line/line.ts'
import { readRegistered } from '#server/counts/count.ts'
import { newsStopped, stopNews } from '#server/line/news.ts'
import { confirmPerson } from './confirm-people.ts'
import { leave, stateOf } from './membership.ts'
import { linkHandler, refusedByLaunch, type Link, type LinkDeps } from './links.ts'
import { pressOf } from './guard.ts'
import { readReturnWaitMs, tryTomorrow } from './repeats.ts'

/** `confirmed`: called after a commit that confirmed somebody. */
type ConfirmDeps = LinkDeps & { confirmed: () => void }
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
export const confirmPost = (deps: ConfirmDeps) => {
  const limitWrites = openWriteLimit()
  return linkHandler('confirm', deps, async (link, reply) => {
    const refused = await refusedByLaunch(deps, link)
    if (refused) return refused
    const press = pressOf(deps, reply.request, link.via)
    const view = await limitWrites(async () => {
      const result = await deps.store.transact((trx) =>
        confirmPerson(trx, link.personId, deps.now(), press, deps.calendar()),
      )
      if (result === 'done') deps.confirmed()
      return result
    })
    if (view !== null && typeof view === 'object') return tryTomorrow(reply, 'return', view.waitMs)
    return view && confirmPage(deps, link, view)
  })
}

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
  const view = await store.transact((trx) => leave(trx, link.personId, now(), link.letterId))
  return leavePage(deps, link, view, mePath)
}

type ConfirmPage = Extract<PageVisit, { page: 'confirm' }>

/**
 * The confirm page. LINE-9: it names the next place before the press, and the person's own after
 * it. After the press it leads to the quiz, unless a result is saved with the address.
 */
async function confirmPage(
  { store: { db }, publicUrl, calendar }: LinkDeps,
  { personId, action }: Link,
  view: ConfirmPage['view'],
): Promise<ConfirmPage> {
  if (view === 'ask') {
    const ahead = campaignLine && (await readAhead(db, personId, calendar()))
    return { page: 'confirm', view, action, ...(ahead && { ahead }) }
  }
  const { quizType } = await welcomeData(db, personId)
  const confirmed = { page: 'confirm', view, action, quizTaken: quizType !== undefined } as const
  const standing =
    campaignLine && (await readStanding(db, personId, campaignLine, publicUrl, calendar()))
  const confirmedAt = standing && (await confirmedAtOf(db, personId))
  return {
    ...confirmed,
    ...(standing && { standing }),
    ...(confirmedAt && { confirmedAt }),
  }
}

const confirmedAtOf = async (db: Db, personId: string): Promise<number | null> =>
  (
    await db
      .selectFrom('people')
      .select('confirmedAt')
      .where('id', '=', personId)
      .executeTakeFirst()
  )?.confirmedAt ?? null

type LeavePage = Extract<PageVisit, { page: 'unsubscribe' }>

/** Before the button. `mePath`: of the person's own page, where that link led here. */
export const askToLeave = (
  deps: Pick<LinkDeps, 'store' | 'calendar'>,
  link: Pick<Link, 'personId' | 'action'>,
  state: PersonState,
  mePath?: string,
): Promise<LeavePage> =>
  leavePage(
    deps,
    link,
    state === 'unconfirmed' ? 'remove' : state === 'confirmed' ? 'ask' : 'already',
    mePath,
  )

/**
 * The page that leaves the list. LINE-7: it names the place that is given up, or until when it
 * waits.
 */
async function leavePage(
  { store, calendar }: Pick<LinkDeps, 'store' | 'calendar'>,
  { personId, action }: Pick<Link, 'personId' | 'action'>,
  view: LeavePage['view'],
  mePath?: string,
): Promise<LeavePage> {
  const line = campaignLine && (await readLeaving(store.db, personId, calendar()))
  return { page: 'unsubscribe', view, action, ...(line && { line: { ...line, mePath } }) }
}

/** Null for somebody who has no place, no spot, and no place to come back to. */
async function readLeaving(db: Db, personId: string, now: number): Promise<LeaveStanding | null> {
  const place = await readPlace(db, personId)
  const away = await awayAt(db, personId, now)
  const until = away?.until ?? null
  const waits = away?.why === 'left' && until !== null && until > now ? until : null
  const held = away?.why === 'invited' && until !== null ? { heldUntil: until } : null
  const spot = away?.why === 'taken' ? 'taken' : held
  if (!place && waits === null && !spot) return null
  return {
    asOf: now,
    registered: await readRegistered(db),
    place: place?.place ?? null,
    until: waits,
    spot,
  }
}

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
