import type { Campaign } from '#contract/campaign.ts'
import { fill, grouped } from '#contract/text.ts'
import { useHydrated } from '#page/browser/use-hydrated.ts'
import { rotated } from './counter.ts'
import { useCounter, useCounting, type CounterRule } from './use-counter.ts'

export type StripProps = NonNullable<Campaign['sections']['strip']> & {
  spots: CounterRule
  batchPercent: number
}

/**
 * TOP-1 to TOP-3: the top urgency banner. Its message's place holds the longest, so that none of
 * them moves the page.
 */
export function Strip({ label, messages, spots, batchPercent }: StripProps) {
  const left = useCounter('earlySpots', spots)
  const shown = useCounting('message', 0, rotatesEveryMs, rotated(messages.length))
  const texts = messages.map((message, index) =>
    fill(message, { n: index === 0 ? grouped(left) : String(batchPercent) }),
  )
  return (
    <aside
      className="strip"
      data-type="scarcity-banner"
      aria-label={label}
      data-mounted={useHydrated() || undefined}
    >
      <p className="label">{label}</p>
      <p
        className="message"
        data-longest={texts.reduce((longest, text) =>
          text.length > longest.length ? text : longest,
        )}
      >
        <span>{texts[shown]}</span>
      </p>
    </aside>
  )
}

/** TOP-2 */
const rotatesEveryMs = 2_000
