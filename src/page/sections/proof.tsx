import type { SectionCopies } from '#contract/campaign.ts'
import { grouped, type Figures } from '#contract/figures.ts'
import { Trio } from './trio.tsx'

type Props = { copy: SectionCopies['proof'] } & Pick<Figures, 'audience' | 'cohort'>

/** HERO-4, HERO-5: who is there, and what the cohort reports. */
export function Proof({ copy, audience: { value: { total, parts } }, cohort }: Props) {
  const most = Math.max(...parts.map(({ count }) => count))
  return (
    <div className="proof">
      <div className="audience">
        <h2>{copy.title}</h2>
        <p><span className="num">{grouped(total)}+</span> {copy.audience}</p>
        <ul className="rows">
          {parts.map(({ count, name }) => (
            <li key={name}><span className="num">{grouped(count)}</span> <span>{name}</span><Bar share={most > 0 ? count / most : 0} /></li>
          ))}
        </ul>
      </div>
      <Trio items={cohort.map(({ percent, text }) => ({ value: String(percent), unit: '%', text }))} stacked />
    </div>
  )
}

/** A length beside its number: nothing that the number does not say. */
function Bar({ share }: { share: number }) {
  const end = `${Math.round(share * 100)}%`
  return <svg className="bar" height="7" aria-hidden="true"><line x2={end} y1="3.5" y2="3.5" /><line x1={end} x2={end} y2="7" /></svg>
}
