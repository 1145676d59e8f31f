import type { Campaign } from '#contract/campaign.ts'
import { fill } from '#contract/facts.ts'
import { gainOf, type LineTerms } from '#contract/line.ts'
import {
  examplePlace,
  ruleValues,
  type LineRulesCopy,
  type RuleChange,
} from '#contract/line-rules.ts'
import { SmallPage } from '#page/sections/small-page.tsx'
import { Dials } from './dials.tsx'
import { LineFigure } from './line-figure.tsx'
import { LineFormula } from './line-formula.tsx'
import { LineChanges, LineRules } from './line-rules.tsx'

type Props = { campaign: Campaign; changes: readonly RuleChange[] }

/**
 * LINE-9: how the line works. It names nobody and no figure, so that it is the same for everybody.
 */
export function LineRulesPage({ campaign, changes }: Props) {
  const { terms, copy } = campaign.line!
  const words = copy.rules
  const { goal } = campaign.figures.launch.value
  return (
    <SmallPage
      campaign={campaign}
      name="line"
      sheet="line"
      title={words.title}
      titleLines={words.lines}
      chip={words.chip}
      aside={<LineFormula terms={terms} words={words} />}
      below={
        <>
          <LineRules campaign={campaign} terms={terms} words={words.rules} />
          {changes.length > 1 && (
            <LineChanges words={words.changes} changes={changes} timeZone={campaign.timeZone} />
          )}
          <section className="plate wrap" aria-label={words.figure.label}>
            <p className="label ref">{words.figure.label}</p>
            <LineFigure
              copy={words.figure}
              place={examplePlace(terms, goal)}
              perFriend={terms.perFriend}
              goal={goal}
            />
          </section>
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
          { n: gain, text: fill(most, ruleValues(terms)) },
        ]
      : []),
  ]
}
