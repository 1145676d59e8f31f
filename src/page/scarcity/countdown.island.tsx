import { Clock } from './clock.tsx'
import { secondsLeft } from './countdown.ts'
import { daysOf, hoursOf, labelled } from './span.ts'
import { useElapsed } from './use-page-time.ts'

export type CountdownProps = {
  name: string
  lang?: string | undefined
  startS: number
  /** the words under the digits: four where days are counted */
  units: readonly [string, string, string] | readonly [string, string, string, string]
}

/** HERO-10, EXC-4, TIME-1: what is left of a span that began with the page. */
export function Countdown({ name, lang, startS, units }: CountdownProps) {
  const leftS = useElapsed((elapsedMs) => secondsLeft(startS, elapsedMs))
  return <Clock name={name} lang={lang} parts={labelled(units.length === 4 ? daysOf(leftS) : hoursOf(leftS), units)} />
}
