import type { FastifyReply } from 'fastify'
import type { Campaign } from '#contract/campaign.ts'
import type { PersonState } from '#contract/waitlist.ts'
import type { DeviceCookie } from '#server/line/device-cookie.ts'
import type { Link, LinkAnswer, LinkDeps } from '#server/signup/link-handler.ts'

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
