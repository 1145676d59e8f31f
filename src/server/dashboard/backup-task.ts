import { backupMadePath } from '#contract/overview.ts'
import type { Task } from './task.ts'
import { recordBackup } from '#server/db/last-backup.ts'
import { logged } from '#server/acts/action-log.ts'
import type { ScreenHandler } from './guard.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { navigation } from '#contract/screens.ts'
import { seeOther } from '#server/http/answers.ts'

export type BackupFacts = { atMs: number | null; isPostgres: boolean }

/** How to get a backup, and on Postgres how to record one. */
export const backupTask = ({ atMs, isPostgres }: BackupFacts): Task => ({
  key: 'backup',
  title: atMs === null ? 'No backup was made yet' : 'The last backup is old',
  ...(atMs !== null && { sinceMs: atMs }),
  text: isPostgres
    ? 'Postgres makes its own backups, which the server does not see. Once one is made, record it here, or each time with `npm run dashboard -- backup-made`.'
    : 'Run `npm run backup` every day, e.g. by cron, and copy the file to another machine.',
  ...(isPostgres && { act: { path: backupMadePath, label: 'Record a backup' } }),
})

/** The operator of a Postgres says that a backup was made just now. */
export const backupMade =
  ({ store, now }: DashboardDeps): ScreenHandler =>
  async (_request, reply, who) => {
    const { actId } = await logged(
      store,
      { operator: who.session.operator, action: 'backup-made' },
      now(),
      async () => {
        await recordBackup(store, now())
        return { outcome: 'done' }
      },
    )
    return seeOther(reply, `${navigation.overview.path}?done=${actId}`)
  }
