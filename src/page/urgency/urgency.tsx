import { useState } from 'react'
import { levelAt } from './countdown.ts'
import { UrgencyBanner } from './urgency-banner.tsx'
import { useElapsed } from './use-page-time.ts'

type Props = { startS: number; texts: readonly [string, string, string, string] }

/**
 * TIME-2, TIME-3. A change of level is announced once, politely; levels only rise, so the one found
 * at first is never new again.
 */
export function Urgency({ startS, texts }: Props) {
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

/** TIME-2 */
export const useLevel = (startS: number) => useElapsed((elapsedMs) => levelAt(startS, elapsedMs))
