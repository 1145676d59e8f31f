import type { Campaign } from '#contract/campaign.ts'
import type { MailBundle } from '#contract/render.ts'
import type { Secrets } from '#server/config/secret-list.ts'
import type { Pages } from '#server/http/pages.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'
import type { SealedTokens } from '#server/signup/sealed-token.ts'
import type { SignInDeps } from './sign-in-routes.ts'

/** What the screens of the dashboard need. `mailQueued` is called after a commit that queued a mail. */
export type DashboardDeps = SignInDeps & {
  campaign: Campaign
  searchTokens: SealedTokens
  launch: LaunchCache
  mailQueued: () => void
  /** called after a commit that sent, scheduled, resumed, stopped or unscheduled a letter */
  letterChanged: () => void
  mailBundle: () => Promise<MailBundle>
  pages: Pages
  secrets: Secrets
}
