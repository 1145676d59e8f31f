import { fill } from '#contract/text.ts'
import { Clock } from '#page/figures/clock.tsx'
import { endShownAs } from '#page/figures/countdown.ts'
import { FarEnd, LiveClock } from './offer-clock.tsx'
import { endLine, isOffered } from './offer-line.ts'
import type { SectionProps } from './section-content.ts'

/** HERO-10. LIVE-5: with live figures the early-bird ends at one instant, and the page names it. */
export function Content({
  copy: { units, lang, ...own },
  figures: { earlyBird },
  campaign,
}: SectionProps<'early-bird'>) {
  const live = campaign.counted
  const { over, far } = campaign.live.earlyBird
  const endsAt = live?.offers.earlyBird.endsAt ?? null
  const isFar = live && endsAt !== null && endShownAs(endsAt - live.now) === 'date'
  const { ref, after } =
    live && !isOffered(campaign, 'earlyBird') ? over : isFar ? { ...own, ref: far } : own
  const isNamed = isFar && live.offers.earlyBird.movedFrom === null
  const end =
    live && !isNamed && endLine(campaign, 'earlyBird', { words: campaign.live.earlyBird, lang })
  return (
    <>
      <p className="ref label" id="early-bird-title" lang={lang}>
        {ref}
      </p>
      <div className="c">
        {isFar ? (
          <FarEnd campaign={campaign} endsAt={endsAt!} lang={lang} />
        ) : live ? (
          <LiveClock name={ref} lang={lang} units={units} endsAt={endsAt!} now={live.now} />
        ) : (
          <Clock name={ref} lang={lang} units={units} leftS={earlyBird.days * 86_400} fromLoad />
        )}
      </div>
      <p className="d" lang={lang}>
        {fill(after, { n: earlyBird.laterPercent })}
        {end && (
          <>
            {' '}
            <span className="as-of">{end}</span>
          </>
        )}
      </p>
    </>
  )
}
