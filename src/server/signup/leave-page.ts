import type { LeaveStanding } from '#contract/line-page.ts'
import type { PageVisit } from '#contract/render.ts'
import type { PersonState } from '#contract/waitlist.ts'
import type { Db } from '#server/db/open.ts'
import { campaignLine } from '#server/line/enter.ts'
import { readPlace } from '#server/line/place.ts'
import { awayAt } from '#server/line/standing.ts'
import { readRegistered } from '#server/counts/goal.ts'
import type { Link, LinkDeps } from './link-handler.ts'

export type LeavePage = Extract<PageVisit, { page: 'unsubscribe' }>

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
export async function leavePage(
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
