import { useSyncExternalStore } from 'react'
import type { FallingCounter, RisingCounter } from '#contract/figures.ts'
import { pageClock } from '#page/browser/page-clock.ts'
import { countedTo, falling, rising, startAt, type Counting, type Step } from './counter.ts'

/** As it travels to the browser: where a figure comes from stays in the campaign. */
export type CounterRule = Omit<FallingCounter, 'source'> | Omit<RisingCounter, 'source'>

export const ruleOf = ({ source: _source, ...rule }: FallingCounter | RisingCounter): CounterRule =>
  rule

/** TIME-4: on the server and while hydrating it stands at its start. */
export const useCounter = (name: string, rule: CounterRule): number =>
  useSyncExternalStore(
    pageClock.subscribe,
    () => counterNow(name, rule),
    () => rule.start,
  )

/** The same for what is stepped in another way. */
export const useCounting = (name: string, start: number, everyMs: number, step: Step): number =>
  useSyncExternalStore(
    pageClock.subscribe,
    () => countedNow(name, start, everyMs, step),
    () => start,
  )

/** The counter's present value. It counts from the page's load, whenever a component shows it. */
export const counterNow = (name: string, rule: CounterRule): number =>
  countedNow(name, rule.start, rule.everyMs, 'floor' in rule ? falling(rule) : rising(rule))

/** One a name and page, so that all that show it show the same. */
const countings = new Map<string, Counting>()

function countedNow(name: string, start: number, everyMs: number, step: Step): number {
  const now = countedTo(
    countings.get(name) ?? startAt(start),
    everyMs,
    step,
    pageClock.read(),
    Math.random,
  )
  countings.set(name, now)
  return now.value
}
