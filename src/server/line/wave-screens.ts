import { z } from 'zod'
import { counted } from '#contract/english.ts'
import { exportFile } from '#server/acts/export-file.ts'
import { pageOf } from '#server/http/list.ts'
import { loader, notFound, ofId, type LoaderDeps } from '#server/http/loader.ts'
import { countWaiting } from './line.ts'
import { readWave, typedIn, wrongWaves } from './wave-acts.ts'
import { codesHead, codesLine, codesOfWave, findWave, readWaves } from './wave-reports.ts'
import { isPaused, mostInWave, nextNumber } from './waves.ts'

const mostListed = 50

/** LINE-8: every wave, the newest first. `isMore`: there are older ones. */
export async function loadWaves({ store: { db }, calendar }: LoaderDeps) {
  const { rows, isMore } = pageOf(await readWaves(db, mostListed + 1, calendar()), mostListed)
  return {
    screen: 'waves' as const,
    waves: rows,
    isMore,
    /** people in the line */
    waiting: await countWaiting(db),
  }
}

const typed = z.record(z.string(), z.unknown())

/** The form of a new wave. */
export const loadNewWave = loader(typed, async (deps, sent) => {
  const wrong = (await isPaused(deps.store.db, deps.calendar())) ? wrongWaves.paused : undefined
  return newWave(deps, sent, wrong)
})

/** The same for a wave that cannot be, with the reason. */
export const loadWrongWave = loader(typed, async (deps, sent) => {
  const { store, calendar: now, campaign } = deps
  const read = await readWave({ store, now, timeZone: campaign.timeZone }, sent)
  return newWave(deps, sent, 'wrong' in read ? read.wrong : undefined)
})

async function newWave(
  { store: { db }, campaign }: LoaderDeps,
  sent: z.output<typeof typed>,
  wrong: string | undefined,
) {
  return {
    screen: 'wave-new' as const,
    number: await nextNumber(db),
    waiting: await countWaiting(db),
    /** the largest wave */
    most: mostInWave,
    typed: typedIn(sent),
    timeZone: campaign.timeZone,
    /** why nobody was invited, as a sentence */
    ...(wrong !== undefined && { wrong }),
  }
}

/**
 * The codes of a wave for a shop. A code lets anyone take the spot, so the log records who read
 * them.
 */
export const exportCodes = loader(ofId, async (deps, { id }, { operator }) => {
  const wave = await findWave(deps.store.db, id, deps.calendar())
  if (!wave) return notFound
  return exportFile(
    { ...deps, now: deps.calendar },
    {
      act: { operator, action: 'export-codes', details: { wave: wave.number } },
      name: `wave-${wave.number}-codes`,
      format: 'csv',
      chunks: codeChunks(wave.id, deps),
      describe: (rows) => counted(rows, 'code'),
    },
  )
})

async function* codeChunks(waveId: string, { store, secrets, calendar }: LoaderDeps) {
  yield { text: codesHead, rows: 0 }
  for await (const codes of codesOfWave(store.db, waveId, secrets, calendar()))
    yield { text: codes.map(codesLine).join(''), rows: codes.length }
}
