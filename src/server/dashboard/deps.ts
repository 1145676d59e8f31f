import type { FastifyRequest } from 'fastify'
import type { LoaderDeps } from '#server/http/loader.ts'
import type { Pages } from '#server/http/pages.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'
import type { sessionCookie } from './sessions.ts'
import type { Screens } from './show.ts'

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
