import type { SectionCopies } from '#contract/campaign.ts'
import type { Figures } from '#contract/figures.ts'
import { Clock } from '#page/scarcity/clock.tsx'
import { daysOf, labelled } from './span.ts'

type Props = { copy: NonNullable<SectionCopies['earlyBird']>; earlyBird: Figures['earlyBird'] }

/** HERO-10. */
export const EarlyBird = ({ copy: { ref, units, after, lang }, earlyBird: { days, laterPercent } }: Props) => (
  <>
    <p className="ref label" id="early-bird-title" lang={lang}>{ref}</p>
    <div className="c"><Clock name={ref} lang={lang} parts={labelled(daysOf(days * 86_400), units)} /></div>
    <p className="d" lang={lang}>{after.replace('{n}', String(laterPercent))}</p>
  </>
)
