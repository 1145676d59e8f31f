import type { Campaign } from '#contract/campaign.ts'
import { fill } from '#contract/facts.ts'
import type { LineTerms } from '#contract/line.ts'
import { ruleValues, type LineRulesCopy, type RuleChange } from '#contract/line-rules.ts'
import { grouped } from '#contract/figures.ts'
import { SmallPage } from '#page/sections/small-page.tsx'
import { LineFormula } from './line-formula.tsx'
import { LineChanges, LineRules } from './line-rules.tsx'

type Props = { campaign: Campaign; changes: readonly RuleChange[] }

/** LINE-9: how the line works. It names nobody and no figure, so that it is the same for everybody. */
export function LineRulesPage({ campaign, changes }: Props) {
  const { terms, copy } = campaign.line!
  const words = copy.rules
  return (
    <SmallPage
      campaign={campaign}
      name="line"
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
        </>
      }
    >
      <p className="lead">{words.lead}</p>
      <Dials terms={terms} words={words.dials} />
    </SmallPage>
  )
}

/** What one press gives, a friend adds, and all friends add at most. */
function Dials({ terms, words }: { terms: LineTerms; words: LineRulesCopy['dials'] }) {
  const values = ruleValues(terms)
  const dials = [
    [grouped(1), words.press],
    ...(terms.perFriend > 0 ? [[values.n!, words.friend] as const] : []),
    ...(terms.perFriend > 0 ? [[values.most!, words.most] as const] : []),
  ] as const
  return (
    <ul className="dials">
      {dials.map(([n, text]) => (
        <li key={text}>
          <b className="num">{n}</b> {fill(text, values)}
        </li>
      ))}
    </ul>
  )
}
