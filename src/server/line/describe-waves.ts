import { grouped } from '#contract/figures.ts'
import type { SpotCode, WaveReport } from '#contract/waves.ts'
import { inZone } from '#contract/zone-times.ts'
import { csvLine } from '#server/cli/csv.ts'
import { longestWaveMs, mostInWave, type WrongWave } from './waves.ts'

/** Why no wave was invited, as a sentence. */
export const wrongWaves: Record<WrongWave, string> = {
  past: 'The end is past: choose a later one.',
  'too long': `A wave lasts at most ${longestWaveMs / (24 * 3_600_000)} days.`,
  paused: 'The launch is paused, and waves with it: invite when it goes on.',
  nobody: 'Nobody in the line can be invited: all have taken a spot, or none is of this type.',
  'invited before':
    'A wave was invited since this page was shown, perhaps by a second press. Look at the list of waves before you invite another one.',
  'no line': 'The line has not begun: start the server once.',
}

export const wrongSpots = `Give a whole number from 1 to ${grouped(mostInWave)}.`

export function describeWave(wave: WaveReport, timeZone: string): string {
  const { number, size, quizType, people, used, free } = wave
  const type = quizType === null ? '' : ` of type ${quizType}`
  const states = Object.entries(people).map(([state, n]) => `${grouped(n)} ${state}`)
  return `Wave ${number}: ${grouped(size)} ${size === 1 ? 'spot' : 'spots'}${type}, invited on ${inZone(wave.invitedAt, timeZone).dayAndTime}, until ${inZone(wave.endsAt, timeZone).dayAndTime}. ${states.join(', ')}; ${grouped(used)} used in a shop, ${grouped(free)} free.`
}

/** The columns of the CSV, by their name. */
const columns = {
  code: ({ code }: SpotCode) => code ?? '',
  state: ({ state }: SpotCode) => state,
  ends_at: ({ endsAt }: SpotCode) => isoOf(endsAt),
  came_at: ({ cameAt }: SpotCode) => isoOf(cameAt),
  used_at: ({ usedAt }: SpotCode) => isoOf(usedAt),
}

export const codesHead: string = csvLine(Object.keys(columns))
export const codesLine = (code: SpotCode): string =>
  csvLine(Object.values(columns).map((cell) => cell(code)))

const isoOf = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString())
