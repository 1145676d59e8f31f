import { useSyncExternalStore } from 'react'
import type { FallingCounter, RisingCounter } from '#contract/figures.ts'
import { pageClock } from '#page/browser/page-clock.ts'
import { counted, falling, rising, startAt, type Counting } from './counter.ts'

export type CounterRule = Omit<FallingCounter, 'source'> | Omit<RisingCounter, 'source'>

/** One a name and page, so that all that show it show the same. */
const countings = new Map<string, Counting>()

/** The counter's value by now. It counts from the page's load, whoever shows it, and since when. */
export function counterNow(name: string, rule: CounterRule): number {
  const step = 'floor' in rule ? falling(rule) : rising(rule)
  const now = counted(countings.get(name) ?? startAt(rule.start), rule.everyMs, step, pageClock.read(), Math.random)
  countings.set(name, now)
  return now.value
}

/** TIME-4: on the server and while hydrating it stands at its start. */
export const useCounter = (name: string, rule: CounterRule): number =>
  useSyncExternalStore(pageClock.subscribe, () => counterNow(name, rule), () => rule.start)
