import { useState, useSyncExternalStore } from 'react'
import { pageClock } from '#page/browser/page-clock.ts'
import { secondsLeft } from './countdown.ts'

type Texts = readonly [string, string, string, string]

/**
 * TIME-2, TIME-3. A change of level is announced once, politely; levels only rise, so the one found
 * at first is never new again.
 */
export function Urgency({ startS, texts }: { startS: number; texts: Texts }) {
  const level = useLevel(startS)
  const [first] = useState(level)
  return (
    <>
      <UrgencyBanner level={level} texts={texts} />
      <p className="hide" role="status">
        {level === first ? '' : texts[level]}
      </p>
    </>
  )
}

/** TIME-2: the level of urgency, by what is left of the timer. */
export const useLevel = (startS: number): UrgencyLevel =>
  useSyncExternalStore(
    pageClock.subscribe,
    () => levelAt(startS, pageClock.read().elapsedMs),
    () => 0,
  )

/** TIME-3. The line before the words grows with the level, so that not colour alone tells it. */
export const UrgencyBanner = ({ level, texts }: { level: UrgencyLevel; texts: Texts }) => (
  <p className="urgency" data-level={level}>
    {texts[level]}
  </p>
)

export type UrgencyLevel = 0 | 1 | 2 | 3

const checkedEveryMs = 10_000

/** TIME-2: from the whole minutes left, hours included. */
export function levelOf(leftS: number): UrgencyLevel {
  const minutes = Math.floor(leftS / 60)
  if (minutes < 60) return 3
  if (minutes < 120) return 2
  return minutes < 180 ? 1 : 0
}

/**
 * TIME-2: the level as of the last check, one every 10 s from the page's load; 0 before the first.
 */
export function levelAt(startS: number, elapsedMs: number): UrgencyLevel {
  const checkedMs = Math.floor(elapsedMs / checkedEveryMs) * checkedEveryMs
  return checkedMs === 0 ? 0 : levelOf(secondsLeft(startS, checkedMs))
}
