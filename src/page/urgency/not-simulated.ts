/**
 * LIVE-2: stands for the modules of simulated figures where all are live
 * (scripts/code-of-figure-mode.ts). No page of that mode has their islands, and a number in another
 * island is a live figure, which the page's live script changes.
 */
import type * as countdown from './countdown.island.tsx'
import type * as strip from './strip.island.tsx'
import type * as urgency from './urgency.tsx'
import type * as counter from './use-counter.ts'
import type * as waiting from './waiting.island.tsx'

type Simulated = typeof countdown & typeof strip & typeof urgency & typeof counter & typeof waiting
type Named<Name extends keyof Simulated, Result> = (...args: Parameters<Simulated[Name]>) => Result

const nothing = () => null
const start = (_: string, rule: counter.CounterRule) => rule.start

export const Countdown: Named<'Countdown', null> = nothing
export const Strip: Named<'Strip', null> = nothing
export const Waiting: Named<'Waiting', null> = nothing
export const Urgency: Named<'Urgency', null> = nothing
export const useLevel: Simulated['useLevel'] = () => 0
export const useCounter: Simulated['useCounter'] = start
export const counterNow: Simulated['counterNow'] = start
