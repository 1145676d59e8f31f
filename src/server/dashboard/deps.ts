import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Campaign } from '#contract/campaign.ts'
import type { MailBundle } from '#contract/render.ts'
import type { SharedView, SignInView } from '#contract/screens.ts'
import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/config/log.ts'
import type { Secrets } from '#server/config/secrets.ts'
import type { Store } from '#server/db/store.ts'
import type { SealedTokens } from '#server/http/forms.ts'
import type { Pages } from '#server/http/pages.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'
import type { sessionCookie, SignedIn } from './sessions.ts'

/** What guards, loaders and handlers of the dashboard need. */
export type DashboardDeps = {
  store: Store
  config: Config
  secrets: Secrets
  /** the newest secret: a rotation ends all sessions */
  secretKey: string
  campaign: Campaign
  launch: LaunchCache
  publicUrl: string
  now: () => number
  /** the time by which a date decides (clock/clock.ts) */
  calendar: () => number
  log: Log
  cookie: ReturnType<typeof sessionCookie>
  searchTokens: SealedTokens
  limitsFor: (request: FastifyRequest) => 'on' | 'off'
  mailBundle: () => Promise<MailBundle>
  pages: Pages
  screens: Screens
  /** called after a commit that queued a mail */
  mailQueued: () => void
  /** called after a commit that sent, scheduled, resumed, stopped or unscheduled a letter */
  letterChanged: () => void
  /** called after a commit that lets an import be checked or run */
  importChanged: () => void
}

/** Shows the views that the contract declares, where no loader returns them. */
export type Screens = {
  /** a screen behind the sign-in */
  show(
    request: FastifyRequest,
    reply: FastifyReply,
    who: SignedIn,
    view: SharedView,
  ): Promise<unknown>
  /** a screen in front of it */
  showOutside(request: FastifyRequest, reply: FastifyReply, view: SignInView): Promise<unknown>
}

/** The path to go to instead of a screen, after an act for example. */
export type Elsewhere = { path: string }

/** Ends an answer that is no screen, such as a file. */
export type Answer = (reply: FastifyReply) => unknown

/** Returns what one screen shows to `who`: the view that the dashboard's bundle draws. */
export type Loader<View, Deps = DashboardDeps> = (
  deps: Deps,
  request: FastifyRequest,
  who: SignedIn,
) => Promise<View>
