import { Clock, Digits } from './clock.tsx'
import { secondsLeft } from './countdown.ts'
import { partsOf } from './span.ts'
import { useElapsed } from './use-page-time.ts'

export type CountdownProps = {
  name: string
  lang?: string | undefined
  startS: number
  /** the words under the digits: four where days are counted */
  units: readonly [string, string, string] | readonly [string, string, string, string]
}

/** HERO-10, EXC-4, TIME-1: what is left of a span that began with the page. */
export const Countdown = ({ name, lang, startS, units }: CountdownProps) => (
  <Clock
    name={name}
    lang={lang}
    parts={units.map((label, at) => ({
      label,
      digits: <Left startS={startS} at={at} parts={units.length} />,
    }))}
  />
)

/** One part of the clock, drawn anew only when it is another: mostly it is the seconds alone. */
const Left = ({ startS, at, parts }: { startS: number; at: number; parts: 3 | 4 }) => (
  <Digits value={useElapsed((elapsedMs) => partsOf(secondsLeft(startS, elapsedMs), parts)[at]!)} />
)
