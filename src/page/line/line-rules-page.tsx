import { language } from '#campaign'
import { paths } from '#contract/api.ts'
import { gainOf, type LineTerms } from '#contract/line/line.ts'
import type { LineRulesCopy } from '#contract/line/copy.ts'
import { rewardTexts } from '#contract/line/reward-texts.ts'
import {
  changeValues,
  exampleOf,
  examplePlace,
  rulesBy,
  ruleValues,
  type ExamplePerson,
} from '#contract/line/rules.ts'
import { grouped } from '#page/browser/numbers.ts'
import { fill } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'
import { showNotFound } from '#page/sections/plain-pages.tsx'
import {
  hasLine,
  pageTitle,
  type LineCampaign,
  type ShowPage,
  type Visit,
} from '#page/sections/shown-page.ts'
import { SmallPage } from '#page/sections/small-page.tsx'
import { Dials } from './dials.tsx'
import { LineFigure } from './line-figure.tsx'

export const showLineRules: ShowPage<'line-rules'> = (campaign, visit) => {
  if (!hasLine(campaign)) return showNotFound(campaign)
  const { link, lead } = campaign.line.copy.rules
  return {
    status: 200,
    title: pageTitle(link, campaign.brand),
    listed: { path: paths.line, description: lead },
    body: <LineRulesPage campaign={campaign} visit={visit} />,
  }
}

type Props = { campaign: LineCampaign }

/**
 * LINE-9: how the line works. It names nobody and no figure, so that it is the same for everybody.
 */
function LineRulesPage({ campaign, visit }: Props & { visit: Visit<'line-rules'> }) {
  const { terms, copy } = campaign.line
  const words = copy.rules
  const { goal } = campaign.figures.launch.value
  return (
    <SmallPage
      campaign={campaign}
      visit={visit}
      heading={words}
      figure={{ instead: <LineFormula campaign={campaign} /> }}
      below={
        <>
          <LineRules campaign={campaign} />
          {visit.changes.length > 1 && <LineChanges campaign={campaign} {...visit} />}
          <LineFigure campaign={campaign} place={examplePlace(terms, goal)} copy={words.figure} />
        </>
      }
    >
      <p className="lead">{words.lead}</p>
      <Dials dials={dialsOf(terms, words.dials)} />
    </SmallPage>
  )
}

/** The places that one press gives, a friend adds, and all friends add at most. */
function dialsOf(terms: LineTerms, { press, friend, most }: LineRulesCopy['dials']) {
  const gain = gainOf(terms.cap, terms)
  return [
    { n: 1, text: press },
    ...(gain > 0
      ? [
          { n: terms.perFriend, text: friend },
          { n: gain, text: fill(most, ruleValues(terms, language)) },
        ]
      : []),
  ]
}

/** LINE-1: the rule as a formula, and four people who stand by it. */
function LineFormula({ campaign }: Props) {
  const { terms, copy } = campaign.line
  const { formula, example } = copy.rules
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
            {fill(formula.friends, ruleValues(terms, language))}
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

const textsOf = ({ later, passed, tied }: Record<'later' | 'passed' | 'tied', number>) => ({
  later: grouped(later),
  passed: grouped(passed),
  tied: grouped(tied),
})

/** LINE-9: every rule of the line, with the campaign's numbers. */
function LineRules({ campaign }: Props) {
  const { terms, copy } = campaign.line
  const { title, list } = copy.rules.rules
  return (
    <section className="plate wrap">
      <SectionTitle>{title}</SectionTitle>
      <ol className="rules body">
        {rulesBy(list, terms).map((rule, index) => (
          <li key={rule.title}>
            <span className="num" aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h3>{fill(rule.title, ruleValues(terms, language))}</h3>
              <p>{fill(rule.text, ruleValues(terms, language))}</p>
              {rule.where === 'rewards' && <Rewards campaign={campaign} />}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const SectionTitle = ({ children }: { children: string }) => (
  <h2 className="ref">
    <span className="label">{children}</span>
  </h2>
)

function Rewards({ campaign }: Props) {
  const { terms, copy } = campaign.line
  return (
    <ul>
      {terms.rewards.map((reward) => (
        <li key={reward.friends}>
          <span className="num">{grouped(reward.friends)}</span>
          <p>
            <b>{rewardTexts(campaign, reward).name}</b> {rewardTexts(campaign, reward).line}
            {reward.limit !== null &&
              ` ${fill(copy.rules.rules.limited, { limit: grouped(reward.limit) })}`}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** LINE-1: since when each value of the rule holds, newest first. */
function LineChanges({ campaign, changes }: Props & Pick<Visit<'line-rules'>, 'changes'>) {
  const words = campaign.line.copy.rules.changes
  return (
    <section className="plate wrap">
      <SectionTitle>{words.title}</SectionTitle>
      <ul className="body stack">
        {changes
          .toSorted((a, b) => b.at - a.at)
          .map((change) => (
            <li key={change.at}>
              {fill(
                change.perFriend > 0 ? words.friends : words.order,
                changeValues(
                  change,
                  inZone(change.at, campaign.timeZone, language).dayAndTime,
                  language,
                ),
              )}
            </li>
          ))}
      </ul>
    </section>
  )
}
