import type { SectionCopies, TitledList } from '#contract/campaign/sections.ts'

type Props = { who: NonNullable<SectionCopies['exclusivity']>['who'] }

/** EXC-2: for whom it is not, beside for whom it is. */
export const Versus = ({ who: { not, yes } }: Props) => (
  <div className="versus body">
    <Side sign="minus" {...not} />
    <Side sign="plus" {...yes} />
  </div>
)

const Side = ({ sign, title, items }: TitledList & { sign: 'minus' | 'plus' }) => (
  <div data-sign={sign}>
    <h3>{title}</h3>
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </div>
)
