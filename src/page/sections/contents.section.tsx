import type { CopyOf } from '#contract/campaign/sections.ts'
import { factValues, sentencesOf, type FactValues } from '#contract/campaign/facts.ts'
import type { SectionProps } from './section-content.ts'
import { Sentences } from './sentences.tsx'
import { unmarked } from '#contract/campaign/samples.ts'
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
        <Label label={copy.label} mark={campaign.samples.label} />
        <Facts facts={copy.facts} values={values} showGaps={showGaps} />
      </div>
      <div className="side">
        <UnitBelow copy={copy} values={values} showGaps={showGaps} />
        <MakersNote note={copy.note} mark={campaign.samples.fact} />
      </div>
    </>
  )
}

type Copy = CopyOf<'contents'>

/** What is in a serving, as on the pack: ingredient and amount alone. */
function Label({ label, mark }: { label: Copy['label']; mark: string }) {
  if (!label) return null
  const {
    value: { title, serving, rows },
    isSample,
  } = unmarked(label)
  return (
    <table className="panel">
      <caption>
        {isSample && <span className="label">{mark}</span>} <b>{title}</b> {serving}
      </caption>
      <tbody>
        {rows.map(([ingredient, amount]) => (
          <tr key={ingredient}>
            <th>{ingredient}</th>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function MakersNote({ note, mark }: { note: Copy['note']; mark: string }) {
  if (!note) return null
  const { value, isSample } = unmarked(note)
  return (
    <figure className="maker">
      <blockquote>{value.text}</blockquote>
      <figcaption>
        {value.by}
        {isSample && ` (${mark})`}
      </figcaption>
    </figure>
  )
}

type FactsProps = { facts: Copy['facts']; values: FactValues; showGaps: boolean }

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
