import { recordBackup } from '#server/db/backup.ts'
import { act, type ActDeps } from '#server/acts/act.ts'

/**
 * Something for the operator to do. A part of `text` in backticks is a setting, a file or a
 * command.
 */
export type Task = {
  key: string
  title: string
  sinceMs?: number
  /** what happens without it */
  effect?: string
  text: string
  /** the answer of a mail server, unchanged */
  quote?: string
  /** when one mail is tried again */
  nextTryMs?: number
  link?: { path: string; label: string }
  /** the path that a button of an operator posts to */
  act?: { path: string; label: string }
}

export type CheckedTask = Task & { done: boolean }

const backupMadePath = '/dashboard/backup-made'

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
export const backupMade = act<ActDeps>()({
  name: 'backup-made',
  said: 'Recorded that a backup was made',
  path: backupMadePath,
  async run({ store, now }) {
    await recordBackup(store, now())
    return 'done'
  },
  outcome: (outcome) => outcome,
  command: {
    name: 'backup-made',
    help: 'Records that a backup was made just now, for backups by another program, such as those of Postgres. The dashboard shows when the last one was made; `npm run backup` records its own.',
    ends: 'Recorded.',
  },
})
