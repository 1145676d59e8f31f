import { hostname } from 'node:os'
import type { ImportElsewhere } from '#contract/import-screens.ts'
import type { Db } from '#server/db/store.ts'

const dayMs = 24 * 3_600_000

/** How the servers of one database are told apart: the machine or container, and the port. */
export const serverName = (port: number): string => `${hostname()}:${port}`

/**
 * DASH-4: the newest upload of the last day, where another server of this database received it: its
 * file is there alone. `since` (ms): when this server's own upload began, 0 without one.
 */
export async function uploadElsewhere(
  db: Db,
  { port, since, now }: { port: number; since: number; now: number },
): Promise<ImportElsewhere | null> {
  const act = await db
    .selectFrom('action_log')
    .select(['action', 'at', 'operator', 'details'])
    .where('action', 'in', ['upload-import', 'discard-import'])
    .where('at', '>', Math.max(since, now - dayMs))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (act?.action !== 'upload-import') return null
  const { server } = JSON.parse(act.details) as { server?: string }
  const here = serverName(port)
  if (server === undefined || server === here) return null
  return { server, here, operator: act.operator, atMs: act.at }
}
