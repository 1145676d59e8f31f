import type { LineTerms } from '#contract/line/line.ts'
import {
  exampleOf,
  ruleValues,
  type ExamplePerson,
  type LineRulesCopy,
} from '#contract/line/rules.ts'
import { fill, grouped } from '#contract/text.ts'

type Props = { terms: LineTerms; words: LineRulesCopy }

/** LINE-1: the rule as a formula, and four people who stand by it. */
export function LineFormula({ terms, words: { formula, example } }: Props) {
  const moves = terms.perFriend > 0
  const { people, named } = exampleOf(terms)
  return (
    <section className="formula">
      <h2 className="label">{formula.label}</h2>
      <p className="num">
        {formula.order}
        {moves && (
          <>
            <br />
            {fill(formula.friends, ruleValues(terms))}
          </>
        )}
      </p>
      <p>{moves ? formula.text.friends : formula.text.order}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{example.place}</th>
            <th scope="col">{example.order}</th>
            {moves && <th scope="col">{example.friends}</th>}
            {moves && <th scope="col">{example.key}</th>}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <Person key={person.order} person={person} moves={moves} />
          ))}
        </tbody>
      </table>
      {named && <p className="note">{fill(example.note, textsOf(named))}</p>}
    </section>
  )
}

const Person = ({
  person: { place, order, friends, key },
  moves,
}: {
  person: ExamplePerson
  moves: boolean
}) => (
  <tr data-friend={friends > 0 ? '' : undefined}>
    <td>{grouped(place)}</td>
    <td>{grouped(order)}</td>
    {moves && <td>{grouped(friends)}</td>}
    {moves && <td>{friends > 0 ? sumText(order, key) : grouped(key)}</td>}
  </tr>
)

const sumText = (order: number, key: number) =>
  `${grouped(order)} − ${grouped(order - key)} = ${grouped(key)}`

const textsOf = (numbers: Record<string, number>) =>
  Object.fromEntries(Object.entries(numbers).map(([name, n]) => [name, grouped(n)]))
