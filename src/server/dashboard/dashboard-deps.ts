import type { MailBundle } from '#contract/render.ts'
import type { Secrets } from '#server/config/secrets.ts'
import type { Pages } from '#server/http/pages.ts'
import type { LoaderDeps } from './loader.ts'
import type { SignInDeps } from './sign-in-routes.ts'

/** What the routes of the dashboard need. `mailQueued` is called after a commit that queued a mail. */
export type DashboardDeps = SignInDeps &
  LoaderDeps & {
    mailQueued: () => void
    /** called after a commit that sent, scheduled, resumed, stopped or unscheduled a letter */
    letterChanged: () => void
    /** called after a commit that lets an import be checked or run */
    importChanged: () => void
    mailBundle: () => Promise<MailBundle>
    pages: Pages
    secrets: Secrets
  }
