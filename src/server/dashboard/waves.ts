import { grouped } from '#contract/figures.ts'
import { performanceTypes } from '#contract/quiz.ts'
import { wavePaths, type TypedWave, type WaveScreenView } from '#contract/wave-screens.ts'
import { readWhole } from '#server/config/formats.ts'
import { readLocalTime, wrongTimes } from '#server/counts/zone-clock.ts'
import type { Db } from '#server/db/store.ts'
import {
  codesHead,
  codesLine,
  wrongSpots,
  wrongWaves,
  codesOfWave,
  findWave,
  readWaves,
} from '#server/line/wave-reports.ts'
import { countInvitable, inviteWave, isPaused, mostInWave, wrongNow } from '#server/line/waves.ts'
import { readHead } from '#server/line/head.ts'
import { outcomeOf, type WaveAct } from '#server/line/wave-commands.ts'
import type { ScreenHandler } from './guard.ts'
import { redirectTo } from './letter-list.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { sendExport } from './stream-export.ts'
import { logWave } from '#server/line/log-wave.ts'

const mostListed = 50

/** LINE-8: every wave, the newest first. */
export const wavesScreen =
  ({ store, now, screens }: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const waves = await readWaves(store.db, mostListed + 1, now())
    return screens.show(request, reply, who, {
      screen: 'waves',
      waves: waves.slice(0, mostListed),
      isMore: waves.length > mostListed,
      waiting: await waitingIn(store.db),
    })
  }

const waitingIn = async (db: Db) => (await readHead(db))?.waiting ?? 0

export const newWaveScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) =>
    deps.screens.show(request, reply, who, {
      ...(await newWave(deps, typedIn(request.query))),
      ...((await isPaused(deps.store.db, deps.now())) && { wrong: wrongWaves.paused }),
    })

/** The page that asks, with the exact number of people; a wave that cannot be is typed again. */
export const askWave =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const { store, screens, now } = deps
    const typed = typedIn(request.query)
    const wave = waveIn(typed, deps)
    const wrong = 'wrong' in wave ? wave.wrong : await wrongNow(store.db, wave.until, now())
    if ('wrong' in wave || wrong) return again(deps, typed, wrong!, [request, reply, who])
    const people = await countInvitable(store.db, wave.quizType ?? '', wave.spots)
    if (people === 0) return again(deps, typed, 'nobody', [request, reply, who])
    return screens.show(request, reply, who, {
      screen: 'wave-ask',
      number: await nextNumber(store.db, now()),
      people,
      waiting: await waitingIn(store.db),
      quizType: wave.quizType,
      endsAt: wave.until,
      typed: { ...typed, spots: String(people) },
    })
  }

/**
 * The act: it invites as many as the page has asked for, or fewer if the line is shorter by now.
 */
export const invite =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const { store, secrets, now } = deps
    const typed = typedIn(request.body)
    const act = waveIn(typed, deps)
    if ('wrong' in act) return again(deps, typed, act.wrong, [request, reply, who])
    const asked = numberIn(request.body)
    const { operator } = who.session
    const { actId, invited } = await logWave(store, { act, operator }, now(), async () => {
      const invited = await store.transact((trx) =>
        inviteWave(trx, { ...act, by: operator, ...asked }, secrets[0], now()),
      )
      return { outcome: outcomeOf(invited), invited }
    })
    if ('refused' in invited) return again(deps, typed, invited.refused, [request, reply, who])
    deps.mailQueued()
    return redirectTo(reply, `${wavePaths.waves}?done=${actId}`)
  }

/**
 * The codes of a wave for a shop. A code lets anyone take the spot, so the log records who read
 * them.
 */
export const exportCodes =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const { store, now, screens } = deps
    const { id } = request.params as { id: string }
    const wave = await findWave(store.db, id, now())
    if (!wave) return screens.show(request, reply, who, { screen: 'not-found' })
    const { operator } = who.session
    return sendExport(reply, deps, {
      act: { operator, action: 'export-codes', details: { wave: wave.number } },
      name: `wave-${wave.number}-codes`,
      format: 'csv',
      chunks: codeChunks(wave.id, deps),
      describe: (rows) => `${grouped(rows)} ${rows === 1 ? 'code' : 'codes'}`,
    })
  }

async function* codeChunks(waveId: string, { store, secrets, now }: DashboardDeps) {
  yield { text: codesHead, rows: 0 }
  for await (const codes of codesOfWave(store.db, waveId, secrets, now()))
    yield { text: codes.map(codesLine).join(''), rows: codes.length }
}

const typedIn = (fields: unknown): TypedWave => {
  const given = (fields ?? {}) as Record<string, unknown>
  const text = (name: keyof TypedWave) => String(given[name] ?? '').slice(0, 40)
  return { spots: text('spots'), day: text('day'), time: text('time'), type: text('type') }
}

/** Of the page that asked: a second press names a wave that exists by then. */
function numberIn(fields: unknown): { number?: number } {
  const { number } = (fields ?? {}) as { number?: unknown }
  return number === undefined ? {} : { number: Number(number) }
}

type WrongField = keyof typeof wrongFields

function waveIn(
  { spots, day, time, type }: TypedWave,
  { campaign: { timeZone } }: DashboardDeps,
): WaveAct | { wrong: WrongField } {
  const number = readWhole(spots) ?? 0
  if (number < 1 || number > mostInWave) return { wrong: 'spots' }
  const until = readLocalTime(`${day}T${time}`, timeZone)
  if ('wrong' in until) return { wrong: until.wrong }
  return {
    spots: number,
    until: until.at,
    quizType: performanceTypes.find((known) => known === type) ?? null,
  }
}

const wrongFields = {
  ...wrongWaves,
  spots: wrongSpots,
  ...wrongTimes,
  unreadable: 'Enter a day and a time.',
} as const

async function again(
  deps: DashboardDeps,
  typed: TypedWave,
  wrong: WrongField,
  [request, reply, who]: Parameters<ScreenHandler>,
) {
  const view = { ...(await newWave(deps, typed)), wrong: wrongFields[wrong] }
  return deps.screens.show(request, reply, who, view)
}

const newWave = async (
  { store, now, campaign: { timeZone } }: DashboardDeps,
  typed: TypedWave,
): Promise<Extract<WaveScreenView, { screen: 'wave-new' }>> => ({
  screen: 'wave-new',
  number: await nextNumber(store.db, now()),
  waiting: await waitingIn(store.db),
  most: mostInWave,
  typed,
  timeZone,
})

const nextNumber = async (db: Db, now: number) =>
  ((await readWaves(db, 1, now))[0]?.number ?? 0) + 1
