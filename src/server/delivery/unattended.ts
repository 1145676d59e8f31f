import type { Db } from '#server/db/open.ts'
import { openLanes } from '#server/letters/lanes.ts'
import { longWaitMs, type ReadyMails, type Stop } from './stops.ts'

/** `fullAt`: of the hour's budget. `lastLeavesAt`: of the ready mails (ms). */
type UnattendedTerms = { fullAt: number; mailsPerHour: number; lastLeavesAt: number }

/**
 * The stop where mails, also those of letters, could have left for a quarter of an hour and no
 * server takes them. Call it only where nothing else stops mail. Each claim that sends moves the
 * `fullAt` of the hour's budget to its own time at least.
 */
export async function findUnattended(
  db: Db,
  { ready, readySince }: ReadyMails,
  { fullAt, mailsPerHour, lastLeavesAt }: UnattendedTerms,
  now: number,
): Promise<Stop[]> {
  const long = now - longWaitMs
  if (fullAt >= long) return []
  const isReadyLong = ready > 0 && readySince! < long
  const letters = await lettersReadySince(db, mailsPerHour, long)
  const since = [
    ...(isReadyLong ? [readySince!] : []),
    // The last claim may have taken mails of the same letter.
    ...letters.map((at) => Math.max(at, fullAt)),
  ]
  return since.length === 0
    ? []
    : [
        {
          kind: 'unattended',
          since: Math.min(...since),
          reason: 'no server takes the mails that are due',
          nextTryAt: null,
          lastLeavesAt: ready > 0 ? lastLeavesAt : null,
        },
      ]
}

const lettersRead = 20

/**
 * When each letter began of which a mail could have left before `long` (ms): its time has come, and
 * one of its ramps was open then.
 */
async function lettersReadySince(db: Db, mailsPerHour: number, long: number): Promise<number[]> {
  const letters = await db
    .selectFrom('letters')
    .select(['id', 'revision', 'audience', 'frozenAt', 'plannedAt', 'sendingMs', 'sendingSince'])
    .where('state', 'in', ['scheduled', 'sending'])
    .where('plannedAt', '<', long)
    .orderBy('plannedAt')
    .limit(lettersRead)
    .execute()
  const since: number[] = []
  for (const letter of letters) {
    const begunAt = Math.max(letter.plannedAt!, letter.sendingSince ?? 0)
    if (begunAt >= long) continue
    if ((await openLanes(db, letter, { mailsPerHour }, long)).length > 0) since.push(begunAt)
  }
  return since
}
