import { Island } from '#page/islands/island.tsx'
import { Countdown } from '#page/urgency/countdown.island.tsx'
import type { SectionProps } from './section-content.ts'

/** HERO-10. */
export const Content = ({
  copy: { ref, units, after, lang },
  figures: {
    earlyBird: { days, laterPercent },
  },
}: SectionProps<'early-bird'>) => (
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
