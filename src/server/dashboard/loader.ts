import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Campaign } from '#contract/campaign.ts'
import type { SharedView, SignInView } from '#contract/screens.ts'
import type { Config } from '#server/config/config.ts'
import type { Store } from '#server/db/store.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'
import type { SealedTokens } from '#server/signup/sealed-token.ts'
import type { SignedIn } from './sessions.ts'

/** What the loaders of screens read. */
export type LoaderDeps = {
  store: Store
  config: Config
  campaign: Campaign
  launch: LaunchCache
  searchTokens: SealedTokens
  publicUrl: string
  now: () => number
  /** the time by which a date decides (clock/clock.ts) */
  calendar: () => number
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

/** Returns what one screen shows to `who`: the view that the dashboard's bundle draws. */
export type Loader<View, Deps = LoaderDeps> = (
  deps: Deps,
  request: FastifyRequest,
  who: SignedIn,
) => Promise<View>
