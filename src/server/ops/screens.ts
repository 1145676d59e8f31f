import { mailPaths } from '#contract/mails/screens.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import { loadSettings } from '#server/config/settings-screen.ts'
import { keptMailBody, loadKeptMail, loadKeptMails } from '#server/delivery/kept-mails.ts'
import type { ScreenRoute } from '#server/http/loader.ts'
import { loadFigures } from './figures.ts'
import { loadFailed, loadMail } from './mail-screen.ts'

export const opsScreens = [
  [navigation.figures.path, loadFigures],
  [navigation.settings.path, loadSettings, 'operator'],
  [navigation.mail.path, loadMail],
  [mailPaths.failed, loadFailed],
  [mailPaths.kept, loadKeptMails, 'operator'],
  [`${mailPaths.kept}/:id`, loadKeptMail, 'operator'],
  [`${mailPaths.kept}/:id/body`, keptMailBody, 'operator'],
] as const satisfies readonly ScreenRoute[]
