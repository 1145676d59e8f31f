import type { FastifyRequest } from 'fastify'
import { counted } from '#contract/text.ts'
import { countWaiting } from '#server/line/line.ts'
import { readWave, typedIn, wrongWaves } from '#server/line/wave-acts.ts'
import {
  codesHead,
  codesLine,
  codesOfWave,
  findWave,
  readWaves,
} from '#server/line/wave-reports.ts'
import { isPaused, mostInWave, nextNumber } from '#server/line/waves.ts'
import type { DashboardDeps } from './loader.ts'
import type { SignedIn } from './sessions.ts'
import { streamExport } from './stream-export.ts'

const mostListed = 50

/** LINE-8: every wave, the newest first. `isMore`: there are older ones. */
export async function loadWaves({ store: { db }, now }: DashboardDeps) {
  const waves = await readWaves(db, mostListed + 1, now())
  return {
    screen: 'waves' as const,
    waves: waves.slice(0, mostListed),
    isMore: waves.length > mostListed,
    /** people in the line */
    waiting: await countWaiting(db),
  }
}

/** The form of a new wave. */
export async function loadNewWave(deps: DashboardDeps, { query }: FastifyRequest) {
  const wrong = (await isPaused(deps.store.db, deps.now())) ? wrongWaves.paused : undefined
  return newWave(deps, query, wrong)
}

/** The same for a wave that cannot be, with the reason. */
export async function loadWrongWave(deps: DashboardDeps, { method, body, query }: FastifyRequest) {
  const sent = method === 'POST' ? body : query
  const { store, now, campaign } = deps
  const read = await readWave({ store, now, timeZone: campaign.timeZone }, Object(sent))
  return newWave(deps, sent, 'wrong' in read ? read.wrong : undefined)
}

async function newWave(
  { store: { db }, campaign }: DashboardDeps,
  sent: unknown,
  wrong: string | undefined,
) {
  return {
    screen: 'wave-new' as const,
    number: await nextNumber(db),
    waiting: await countWaiting(db),
    /** the largest wave */
    most: mostInWave,
    typed: typedIn(Object(sent)),
    timeZone: campaign.timeZone,
    /** why nobody was invited, as a sentence */
    ...(wrong !== undefined && { wrong }),
  }
}

/**
 * The codes of a wave for a shop. A code lets anyone take the spot, so the log records who read
 * them.
 */
export async function exportCodes(
  deps: DashboardDeps,
  { params }: FastifyRequest,
  { session: { operator } }: SignedIn,
) {
  const wave = await findWave(deps.store.db, (params as { id: string }).id, deps.now())
  if (!wave) return { screen: 'not-found' as const }
  return streamExport(deps, {
    act: { operator, action: 'export-codes', details: { wave: wave.number } },
    name: `wave-${wave.number}-codes`,
    format: 'csv',
    chunks: codeChunks(wave.id, deps),
    describe: (rows) => counted(rows, 'code'),
  })
}

async function* codeChunks(waveId: string, { store, secrets, now }: DashboardDeps) {
  yield { text: codesHead, rows: 0 }
  for await (const codes of codesOfWave(store.db, waveId, secrets, now()))
    yield { text: codes.map(codesLine).join(''), rows: codes.length }
}
