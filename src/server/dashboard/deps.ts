import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SharedView, SignInView } from '#contract/screens.ts'
import type { LoaderDeps } from '#server/http/loader.ts'
import type { Pages } from '#server/http/pages.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'
import type { sessionCookie, SignedIn } from './sessions.ts'

/** What guards and handlers of the dashboard need. */
export type DashboardDeps = LoaderDeps & {
  /** the newest secret: a rotation ends all sessions */
  secretKey: string
  launch: LaunchCache
  cookie: ReturnType<typeof sessionCookie>
  limitsFor: (request: FastifyRequest) => 'on' | 'off'
  pages: Pages
  screens: Screens
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
