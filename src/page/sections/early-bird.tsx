import type { SectionCopies } from '#contract/campaign.ts'
import type { Figures } from '#contract/figures.ts'
import { Island } from '#page/islands/island.tsx'
import { Countdown } from '#page/urgency/countdown.island.tsx'

type Props = { copy: NonNullable<SectionCopies['earlyBird']>; earlyBird: Figures['earlyBird'] }

/** HERO-10. */
export const EarlyBird = ({
  copy: { ref, units, after, lang },
  earlyBird: { days, laterPercent },
}: Props) => (
  <>
    <p className="ref label" id="early-bird-title" lang={lang}>
      {ref}
    </p>
    <div className="c">
      <Island
        name="countdown"
        component={Countdown}
        position="early-bird"
        section="early-bird"
        props={{ name: ref, lang, startS: days * 86_400, units }}
      />
    </div>
    <p className="d" lang={lang}>
      {after.replace('{n}', String(laterPercent))}
    </p>
  </>
)
