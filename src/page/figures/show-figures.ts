import { groupSign } from '#campaign'
import { fill, groupedBy } from '#contract/text.ts'
import type { LiveMessage } from '#contract/live/message.ts'
import { pageClock } from '#page/browser/page-clock.ts'
import { partsOf, secondsLeft } from './countdown.ts'
import { countedTo, readTick, rotated, startAt, type Counting, type Step } from './counter.ts'
import { openServerClock } from './server-clock.ts'

/**
 * A figure as its element has it: its text when the page was served, and how the browser keeps it
 * up to date. `live` names a text that the server counts (LIVE-4), `tick` is a counter that runs in
 * the browser (figures/counter.ts), and `texts` are the messages that take turns to name it.
 */
export type ServedFigure = {
  text: string
  live?: string | undefined
  tick?: string | undefined
  texts?: string | undefined
}

/** The newest message of the server, and its clock. Only figures/start-figures.ts writes them. */
export const fromServer = {
  message: null as LiveMessage | null,
  clock: openServerClock(() => performance.now()),
}

/**
 * Shows what all figures and clocks below `root` say now. An island calls it with what it has just
 * drawn.
 */
export function showFigures(root: ParentNode | null): void {
  for (const one of root?.querySelectorAll<HTMLElement>('[data-live],[data-tick],.clock') ?? [])
    if (one.dataset['parts']) showClock(one)
    else write(one, figureNow({ ...one.dataset, text: one.textContent }))
}

/** Mostly it is the seconds alone that are others. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** What a figure says now. */
export function figureNow({ text, live, tick, texts }: ServedFigure): string {
  if (live) return `${fromServer.message?.[live] ?? text}`
  if (!tick) return text
  const { start, everyMs, step } = readTick(tick)
  const n = groupedBy(countNow(tick, start, everyMs, step), groupSign)
  if (!texts) return n
  const messages = JSON.parse(texts) as string[]
  return fill(messages[countNow('', 0, rotatesEveryMs, rotated(messages.length))]!, { n })
}

/** TOP-2: how long the banner at the top shows each of its messages. */
const rotatesEveryMs = 2_000

/** By counter, so that all that show one show the same. It counts from the page's load (TIME-4). */
const countings = new Map<string, Counting>()

function countNow(name: string, start: number, everyMs: number, step: Step): number {
  const before = countings.get(name) ?? startAt(start)
  const now = countedTo(before, everyMs, step, pageClock.read(), Math.random)
  countings.set(name, now)
  return now.value
}

function showClock(clock: HTMLElement): void {
  const { left, liveEnds } = clock.dataset
  const leftS = left ? secondsLeft(+left, pageClock.read().elapsedMs) : secondsUntil(liveEnds)
  if (leftS === null) return
  const digits = clock.querySelectorAll<HTMLElement>('.num')
  partsOf(leftS, digits.length).forEach((text, at) => {
    write(digits[at]!, text)
    digits[at]!.dataset['digits'] = String(text.length)
  })
  if (liveEnds) clock.toggleAttribute('data-ended', !leftS)
}

/** LIVE-5: by the server's clock; null before its first message. */
function secondsUntil(endsAt: string | undefined): number | null {
  const now = fromServer.clock.now()
  return endsAt && now ? Math.max(0, Math.ceil((+endsAt - now) / 1_000)) : null
}
