import { Below } from '#art'
import type { CopyOf } from '#contract/campaign/sections.ts'
import { sentencesOf, type FactValues } from '#contract/campaign/facts.ts'
import { CallOut } from './call-out.tsx'
import { Sentences } from './sentences.tsx'

type Props = {
  copy: Pick<CopyOf<'contents'>, 'callouts' | 'figure'>
  values: FactValues
  showGaps: boolean
}

/** Figure 1, its lower half on the same axis. */
export const UnitBelow = ({ copy: { callouts, figure }, values, showGaps }: Props) => (
  <figure className="unit" data-figure="below">
    <svg viewBox="0 0 210 640" aria-hidden="true">
      <Below />
    </svg>
    {callouts.map(({ name, text }, index) => {
      const sentences = sentencesOf(text, values, showGaps)
      return (
        <CallOut key={name} name={name} part={String(index + 3)}>
          {sentences.length > 0 && <Sentences all={sentences} />}
        </CallOut>
      )
    })}
    <figcaption className="label">{figure}</figcaption>
  </figure>
)
