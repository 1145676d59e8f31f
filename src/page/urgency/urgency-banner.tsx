import type { UrgencyLevel } from './countdown.ts'

/** TIME-3. The line before the words grows with the level, so that not colour alone tells it. */
export const UrgencyBanner = ({
  level,
  texts,
}: {
  level: UrgencyLevel
  texts: readonly [string, string, string, string]
}) => (
  <p className="urgency" data-level={level}>
    {texts[level]}
  </p>
)
