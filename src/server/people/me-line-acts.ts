import type { FastifyReply } from 'fastify'
import type { Transaction } from 'kysely'
import { readFirstName } from '#contract/line.ts'
import { nameField, type LineAct } from '#contract/personal-data.ts'
import type { PageVisit } from '#contract/render.ts'
import type { Repeat } from '#contract/repeats.ts'
import type { Schema } from '#server/db/schema.ts'
import { campaignLine } from '#server/line/enter.ts'
import { renewCode, nameLink, nameOfLink } from '#server/line/codes.ts'
import { newsStopped, resumeNews, stopNews } from '#server/line/news.ts'
import type { LinkAnswer, Link, LinkDeps } from '#server/signup/link-handler.ts'
import { repeated, tryTomorrow } from '#server/signup/repeats.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { PersonState } from '#contract/waitlist.ts'
import type { DeviceCookie } from '#server/line/device-cookie.ts'

/**
 * LINE-9: the acts of the own page on the link, the mails about friends and this device. After each
 * the page is shown again. Without a line there are none.
 */
export const lineActions: Record<LineAct, Act> = {
  name: {
    async ask({ store }, { personId, mePath }) {
      const typed = await nameOfLink(store.db, personId)
      return campaignLine && nameQuestion(mePath, { typed: typed ?? '', isWrong: false })
    },
    async act({ store }, { personId, mePath }, { request }) {
      const typed = (request.body as Partial<Record<string, string>> | null)?.[nameField]
      const name = readFirstName(typed)
      if (campaignLine && name === null)
        return nameQuestion(mePath, { typed: typed ?? '', isWrong: true })
      return shownAgain(mePath, async () => {
        await store.transact((trx) => nameLink(trx, personId, name ?? ''))
        return null
      })
    },
  },
  'new-link': question('new-link', (deps, personId, reply) =>
    upToTen(deps, { personId, act: 'new-link', reply }, renewCode),
  ),
  'stop-news': question('stop-news', async ({ store, now }, personId) => {
    await store.transact((trx) => stopNews(trx, personId, now()))
    return null
  }),
  news: question('news', async (deps, personId, reply) =>
    (await newsStopped(deps.store.db, personId))
      ? upToTen(deps, { personId, act: 'news', reply }, resumeNews)
      : null,
  ),
  // A reply is a promise of its own end: it must not be awaited.
  remember: question('remember', ({ device }, personId, reply) => {
    device.setDevice(reply, personId)
    return null
  }),
  forget: question('forget', ({ device }, _, reply) => {
    device.clearDevice(reply)
    return null
  }),
}

/** The page to show instead of the person's own; null for the latter. */
type Change = PageVisit | null

const nameQuestion = (mePath: string, name: { typed: string; isWrong: boolean }) =>
  ({ page: 'me-line', act: 'name', action: `${mePath}/name`, mePath, name }) as const

/** An act that needs one button. */
function question(
  act: LineAct,
  change: (deps: MeDeps, personId: string, reply: FastifyReply) => Change | Promise<Change>,
): Act {
  return {
    ask: (_, { mePath }) =>
      campaignLine && { page: 'me-line', act, action: `${mePath}/${act}`, mePath },
    act: (deps, { personId, mePath }, reply) =>
      shownAgain(mePath, () => change(deps, personId, reply)),
  }
}

async function shownAgain(
  mePath: string,
  change: () => Change | Promise<Change>,
): Promise<LinkAnswer> {
  if (campaignLine === null) return null
  return (await change()) ?? { goTo: mePath }
}

/** What writes something each time can be done ten times a day (signup/repeats.ts). */
async function upToTen(
  { store, now }: MeDeps,
  { personId, act, reply }: { personId: string; act: Repeat; reply: FastifyReply },
  change: (trx: Transaction<Schema>, personId: string, now: number) => Promise<unknown>,
): Promise<Change> {
  const done = await store.transact((trx) =>
    repeated(trx, { personId, act }, () => change(trx, personId, now()), now()),
  )
  if (done === null) return { page: 'link-unknown' }
  return done.waitMs > 0 ? tryTomorrow(reply, act, done.waitMs) : null
}

export type MeDeps = LinkDeps & {
  secretKey: string
  campaign: Pick<Campaign, 'consents'>
  device: DeviceCookie
}

/** An act on a person's own page. `mePath`: of the page under which the act is. */
export type Act = {
  ask: (
    deps: MeDeps,
    about: { personId: string; state: PersonState; mePath: string },
  ) => LinkAnswer | Promise<LinkAnswer>
  act: (deps: MeDeps, link: Link & { mePath: string }, reply: FastifyReply) => Promise<LinkAnswer>
}
