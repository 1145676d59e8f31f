import type { FastifyReply } from 'fastify'
import { readFirstName } from '#contract/line.ts'
import { nameField, type LineAct } from '#contract/me-pages.ts'
import { campaignLine } from '#server/line/change-line.ts'
import { renewCode } from '#server/line/codes.ts'
import { resumeNews, stopNews } from '#server/line/news.ts'
import { nameLink, nameOfLink } from '#server/line/link-name.ts'
import type { Act, MeDeps } from './me-routes.ts'

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
      return shownAgain(mePath, () => store.transact((trx) => nameLink(trx, personId, name ?? '')))
    },
  },
  'new-link': question('new-link', ({ store, now }, personId) =>
    store.transact((trx) => renewCode(trx, personId, now())),
  ),
  'stop-news': question('stop-news', ({ store, now }, personId) =>
    store.transact((trx) => stopNews(trx, personId, now())),
  ),
  news: question('news', ({ store, now }, personId) =>
    store.transact((trx) => resumeNews(trx, personId, now())),
  ),
  // A reply is a promise of its own end: it must not be awaited.
  remember: question('remember', ({ device }, personId, reply) => {
    device.setDevice(reply, personId)
  }),
  forget: question('forget', ({ device }, _, reply) => {
    device.clearDevice(reply)
  }),
}

const nameQuestion = (mePath: string, name: { typed: string; isWrong: boolean }) =>
  ({ page: 'me-line', act: 'name', action: `${mePath}/name`, mePath, name }) as const

/** An act that needs one button. */
function question(
  act: LineAct,
  change: (deps: MeDeps, personId: string, reply: FastifyReply) => unknown,
): Act {
  return {
    ask: (_, { mePath }) =>
      campaignLine && { page: 'me-line', act, action: `${mePath}/${act}`, mePath },
    act: (deps, { personId, mePath }, reply) =>
      shownAgain(mePath, () => change(deps, personId, reply)),
  }
}

async function shownAgain(mePath: string, change: () => unknown) {
  if (campaignLine === null) return null
  await change()
  return { goTo: mePath }
}
