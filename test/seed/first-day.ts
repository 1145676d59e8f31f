import { importPath } from '#contract/people/imports.ts'
import { letterPaths } from '#contract/letters/screens.ts'
import { linePaths } from '#contract/line/screens.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import { wavePaths } from '#contract/line/waves.ts'
import { joinByCall, sendCounts } from '../visitor.ts'
import { minuteMs, playScene, type Taken } from './scene.ts'

/** The first morning: nobody has joined, then the first three have. */
export const firstDay = (taken: Taken) =>
  playScene(
    taken,
    { env: { SMTP_URL: '', PUBLIC_URL: '', TRUSTED_PROXIES: '', FIGURES: '' }, hasBackup: false },
    async ({ app, bob, clock, take }) => {
      await take('overview-first-day', navigation.overview.path)
      await take('overview-first-day-reader', navigation.overview.path, { as: bob })
      await take('people-none', navigation.people.path)
      await take('line-first-day', linePaths.line)
      await take('waves-first-day', wavePaths.waves)
      await take('letters-none', navigation.letters.path)
      await take('letter-new', letterPaths.new)
      await take('mail-none', navigation.mail.path)
      await take('launch-open', navigation.launch.path)
      await take('import', importPath)
      for (const name of ['mila', 'finn', 'noor']) {
        clock.now += minuteMs
        await sendCounts(app.url, [{ event: 'page_view', label: 'page', count: 1 }])
        await joinByCall(app.url, `${name}@example.com`, { source: 'instagram' })
      }
      await app.mailbox(3)
      await take('overview-first-days', `${navigation.overview.path}?range=today`)
      await take('mail-kept', navigation.mail.path)
    },
  )
