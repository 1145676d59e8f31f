import { language } from '#campaign'
import { numberText } from '#contract/numbers.ts'
import { grouped } from '#page/browser/numbers.ts'
import type { SectionProps } from './section-content.ts'
import { ThreeFigures } from './three-figures.tsx'

/** HERO-4, HERO-5: who is there, and what the cohort reports. Either can be null, not both. */
export function Content({ copy, campaign: { figures } }: SectionProps<'proof'>) {
  const { audience, cohort } = figures
  return (
    <>
      <div className="l stack">
        <h2 id="proof-title">{copy.title}</h2>
        {audience && (
          <p>
            <span className="num">{grouped(audience.value.total)}+</span> {copy.audience}
          </p>
        )}
      </div>
      {audience && <Parts parts={audience.value.parts} />}
      {cohort && (
        <ThreeFigures
          items={cohort.map(({ percent, text }) => ({
            value: numberText(percent, language),
            unit: '%',
            text,
          }))}
          stacked
        />
      )}
    </>
  )
}

function Parts({ parts }: { parts: readonly { count: number; name: string }[] }) {
  const most = Math.max(...parts.map(({ count }) => count))
  return (
    <ul className="rows r">
      {parts.map(({ count, name }) => (
        <li key={name}>
          <span className="num">{grouped(count)}</span> <span>{name}</span>
          <Bar share={most > 0 ? count / most : 0} />
        </li>
      ))}
    </ul>
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
