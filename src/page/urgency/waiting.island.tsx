import { grouped } from '#contract/text.ts'
import { useCounter, type CounterRule } from './use-counter.ts'

/** HERO-9 */
export const Waiting = ({ rule, words }: { rule: CounterRule; words: string }) => (
  <p className="waiting">
    <b>{grouped(useCounter('waiting', rule))}</b> {words}
  </p>
)
