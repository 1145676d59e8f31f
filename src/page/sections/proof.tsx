import type { SectionCopies } from '#contract/sections.ts'
import { grouped, type CampaignFigures, type Figures } from '#contract/figures.ts'
import { Trio } from './trio.tsx'

type Props = { copy: SectionCopies['proof'] } & Pick<CampaignFigures, 'audience' | 'cohort'>

/** HERO-4, HERO-5: who is there, and what the cohort reports. */
export const Proof = ({ copy, audience, cohort }: Props) => (
  <div className="proof">
    <div className="audience">
      <h2>{copy.title}</h2>
      {audience && <Audience text={copy.audience} {...audience.value} />}
    </div>
    {cohort && (
      <Trio
        items={cohort.map(({ percent, text }) => ({ value: String(percent), unit: '%', text }))}
        stacked
      />
    )}
  </div>
)

function Audience({ text, total, parts }: { text: string } & Figures['audience']['value']) {
  const most = Math.max(...parts.map(({ count }) => count))
  return (
    <>
      <p>
        <span className="num">{grouped(total)}+</span> {text}
      </p>
      <ul className="rows">
        {parts.map(({ count, name }) => (
          <li key={name}>
            <span className="num">{grouped(count)}</span> <span>{name}</span>
            <Bar share={most > 0 ? count / most : 0} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A length beside its number: nothing that the number does not say. */
function Bar({ share }: { share: number }) {
  const end = `${Math.round(share * 100)}%`
  return (
    <svg className="bar" height="7" aria-hidden="true">
      <line x2={end} y1="3.5" y2="3.5" />
      <line x1={end} x2={end} y2="7" />
    </svg>
  )
}
