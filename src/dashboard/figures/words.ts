import { campaign } from '#campaign'
import { entryOf } from '#contract/figures/figures.ts'
import { counted, grouped, momentText } from '#contract/english.ts'

const { timeZone } = campaign

/** A figure's name in words; its key where it has none. */
export function nameOfFigure(key: string): string {
  const { name } = entryOf(key, campaign.offers) ?? {}
  const index = /\.(\d+)$/.exec(key)?.[1]
  if (name === undefined) return key
  return index === undefined ? name : `${name} ${Number(index) + 1}`
}

type Value = Record<string, unknown>

/** A figure's value as the page states it, in one clause. */
export function valueOfFigure(key: string, value: unknown): string {
  if (typeof value === 'number') return numberOf(key, value)
  if (value === null) return 'nothing'
  if (typeof value !== 'object') return String(value)
  const known = shapes.find(({ has }) => has.every((name) => name in value))
  return known ? known.say(value as Value) : pairsOf(value as Value)
}

function numberOf(key: string, value: number): string {
  if (key.endsWith('Percent')) return `${value}%`
  if (key.endsWith('Min')) return `${value} min`
  return key.endsWith('S') ? clock(value) : grouped(value)
}

/** The forms that figures have in contract/figures/figures.ts. */
const shapes: readonly { has: readonly string[]; say: (value: Value) => string }[] = [
  { has: ['start', 'floor'], say: ({ start, floor }) => `${n(start)}, falling to ${n(floor)}` },
  { has: ['start', 'chance'], say: ({ start }) => `${n(start)}, rising` },
  { has: ['startS'], say: ({ startS }) => `${clock(Number(startS))} from each visit` },
  { has: ['nextPlace'], say: ({ nextPlace }) => `place ${n(nextPlace)} is next` },
  {
    has: ['window'],
    say: (value) => `${n(value['n'])} confirmed, ${windows[String(value['window'])]}`,
  },
  {
    has: ['left', 'most'],
    say: ({ left, most, ...ends }) => `${n(left)} of ${n(most)} left${until(ends)}`,
  },
  { has: ['endsAt'], say: ({ endsAt, beforeAt }) => `ends ${at(endsAt)}${before(beforeAt)}` },
  { has: ['registered', 'goal'], say: ({ registered, goal }) => `${n(registered)} of ${n(goal)}` },
  { has: ['left', 'total'], say: ({ left, total }) => `${n(left)} of ${n(total)}` },
  {
    has: ['total', 'parts'],
    say: ({ total, parts }) => `${n(total)}, in ${counted((parts as unknown[]).length, 'part')}`,
  },
  { has: ['percent', 'text'], say: ({ percent, text }) => `${n(percent)}% ${String(text)}` },
  {
    has: ['days', 'laterPercent'],
    say: ({ days, laterPercent }) =>
      `${counted(Number(days), 'day')} from each visit, then ${n(laterPercent)}% more`,
  },
  {
    has: ['entries'],
    say: ({ entries }) =>
      `${counted((entries as unknown[]).length, 'name with a town', 'names with towns')}`,
  },
]

/** Names and values as they are in the campaign, e.g. `most 500`. */
const pairsOf = (value: Value): string =>
  Object.entries(value)
    .filter(([, part]) => typeof part !== 'object')
    .map(
      ([name, part]) => `${words(name)} ${typeof part === 'number' ? grouped(part) : String(part)}`,
    )
    .join(', ')

const windows: Record<string, string> = {
  hour: 'in the last hour',
  today: 'today',
  week: 'this week',
}

const at = (ms: unknown) => momentText(Number(ms), timeZone)
const until = ({ endsAt }: Value) => (endsAt === undefined ? '' : ` until ${at(endsAt)}`)
const before = (ms: unknown) => (ms === undefined ? '' : `, moved from ${at(ms)}`)

const words = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
const n = (value: unknown) => grouped(Number(value))

/** `24:41:23`, `3:42` */
function clock(seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
