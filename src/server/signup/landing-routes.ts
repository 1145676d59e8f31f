import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { paths } from '#contract/api.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { readCode } from '#contract/line/line.ts'
import type { DevicePlace } from '#contract/render.ts'
import { dayMs } from '#contract/time.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { lockPerson } from '#server/db/locks.ts'
import { StoreUnavailable, type Store } from '#server/db/store.ts'
import { Refusal, seeOther } from '#server/http/answers.ts'
import type { Pages } from '#server/http/pages.ts'
import { ownerOfCode } from '#server/line/codes.ts'
import type { DeviceCookie } from '#server/line/device-cookie.ts'
import { readPlace } from '#server/line/line.ts'
import { fingerprint, spendOne, tightBudget } from '#server/limits/budgets.ts'
import { createLinkTokens } from './links.ts'

type LandingDeps = {
  campaign: Pick<Campaign, 'line'>
  pages: Pages
  store: Store
  device: DeviceCookie
  secrets: Secrets
  publicUrl: string
  now: () => number
  calendar: () => number
}

/**
 * The landing page: by a friend's link (LINE-3), on a device that remembers its person (LINE-9), or
 * the one page for everybody else, which is the only one that is cached.
 */
export const landingPage =
  (deps: LandingDeps) => (request: FastifyRequest, reply: FastifyReply) => {
    const { campaign, pages, device } = deps
    if (!campaign.line) return pages.landing(request, reply)
    const code = readCode(landingQuery.parse(request.query).via)
    if (code !== null) return friendPage(request, reply, code, deps)
    return device.isSent(request) ? devicePage(request, reply, deps) : pages.landing(request, reply)
  }

const landingQuery = z.object({ via: z.string().catch('') })

async function friendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  via: string,
  deps: LandingDeps,
) {
  const owner = await unlessAway(() => ownerOfCode(deps.store.db, via))
  const friend = { via, name: owner?.name ?? '' }
  return deps.device.isSent(request) && (await rememberedBy(request, deps))
    ? deps.pages.remembered(request, reply, { friend })
    : deps.pages.friend(request, reply, friend)
}

/** Somebody who left gets the normal page, and the device forgets them. */
async function devicePage(request: FastifyRequest, reply: FastifyReply, deps: LandingDeps) {
  const { pages, device } = deps
  const remembered = await rememberedBy(request, deps)
  return remembered
    ? pages.remembered(request, reply, remembered)
    : pages.unshared(request, device.clearDevice(reply))
}

/**
 * The place of the person whom the device remembers. None while they hold a spot of a wave
 * (LINE-8), and while the store is unavailable. Null for somebody who is not on the list.
 */
async function rememberedBy(
  request: FastifyRequest,
  { store, device, calendar }: LandingDeps,
): Promise<{ device?: DevicePlace } | null> {
  const personId = device.personOf(request)
  if (personId === null) return null
  const read = await unlessAway(async () => ({
    place: await readPlace(store.db, personId),
    person: await store.db
      .selectFrom('people')
      .select('state')
      .where('id', '=', personId)
      .executeTakeFirst(),
  }))
  if (read === undefined) return {}
  if (read.place) {
    const { place, before, behind } = read.place
    return { device: { place, before, behind, asOf: calendar() } }
  }
  return read.person?.state === 'confirmed' ? {} : null
}

/** Undefined while the store is unavailable: the page can do without what is read. */
async function unlessAway<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined
    throw error
  }
}

/** LINE-9: a new link to the person's own page, which the device has no link of. */
export const openDevice =
  ({ store, device, now, calendar, secrets, ...deps }: LandingDeps) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const personId = device.personOf(request)
    const place = personId === null ? null : await readPlace(store.db, personId)
    if (personId === null || !place) return seeOther(device.clearDevice(reply), '/')
    const opened = await store.transact(async (trx): Promise<Opened> => {
      const key = `device ${fingerprint(secrets[0], `device ${personId}`)}`
      const spent = await spendOne(trx, [{ key, budget: tightBudget }], now())
      if (spent.retryAfterMs > 0) return spent
      if (!(await lockPerson(trx, personId))) return 'erased'
      const link = { purpose: 'me', personId, keptMs: openedForMs } as const
      return { token: (await createLinkTokens(trx, [link], Math.max(now(), calendar())))[0]! }
    })
    if (opened === 'erased')
      return deps.pages.show(request, device.clearDevice(reply), { page: 'link-unknown' })
    return 'token' in opened
      ? seeOther(reply, paths.me + opened.token)
      : tooMany(opened.retryAfterMs)
  }

/** Each press stores a link, so they are few, and end soon. */
const openedForMs = dayMs
type Opened = { token: string } | { retryAfterMs: number } | 'erased'

function tooMany(retryAfterMs: number): never {
  throw new Refusal(429, {
    retryAfterS: Math.ceil(retryAfterMs / 1_000),
    said: 'device',
  })
}

/** LINE-9: one press to forget. */
export const forgetDevice =
  ({ device }: Pick<LandingDeps, 'device'>) =>
  async (_: FastifyRequest, reply: FastifyReply) =>
    seeOther(device.clearDevice(reply), '/')
