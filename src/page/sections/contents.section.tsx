import type { CopyOf } from '#contract/campaign/sections.ts'
import { factValues, sentencesOf, type FactValues } from '#contract/campaign/facts.ts'
import type { SectionProps } from './section-content.ts'
import { Sentences } from './sentences.tsx'
import { UnitBelow } from './unit-below.tsx'

/** HERO-11, HERO-12: what is sold. The call-outs of the drawing are the list of its contents. */
export function Content({ copy, campaign, showGaps }: SectionProps<'contents'>) {
  const values = factValues(campaign)
  return (
    <>
      <p className="ref label">{copy.ref}</p>
      <div className="about stack">
        <h2 id="contents-title">
          {copy.title[0]} <br />
          {copy.title[1]}
        </h2>
        <p className="lead">{copy.lead}</p>
        <Facts facts={copy.facts} values={values} showGaps={showGaps} />
      </div>
      <UnitBelow copy={copy} values={values} showGaps={showGaps} />
    </>
  )
}

type FactsProps = { facts: CopyOf<'contents'>['facts']; values: FactValues; showGaps: boolean }

/** A fact of which nothing can be said yet is left out. */
function Facts({ facts, values, showGaps }: FactsProps) {
  const rows = facts
    .map(({ name, text }) => ({ name, sentences: sentencesOf(text, values, showGaps) }))
    .filter(({ sentences }) => sentences.length > 0)
  if (rows.length === 0) return null
  return (
    <dl className="facts">
      {rows.map(({ name, sentences }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Sentences all={sentences} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
