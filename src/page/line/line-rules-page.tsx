import { paths } from '#contract/api.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { gainOf, type LineTerms } from '#contract/line/line.ts'
import { examplePlace, ruleValues, type LineRulesCopy } from '#contract/line/rules.ts'
import { fill } from '#contract/text.ts'
import { showNotFound } from '#page/sections/plain-pages.tsx'
import { pageTitle, type Line, type ShowPage, type Visit } from '#page/sections/shown-page.ts'
import { SmallPage } from '#page/sections/small-page.tsx'
import { Dials } from './dials.tsx'
import { LineFigure } from './line-figure.tsx'
import { LineFormula } from './line-formula.tsx'
import { LineChanges, LineRules } from './line-rules.tsx'

export const showLineRules: ShowPage<'line-rules'> = (campaign, visit) => {
  const { line } = campaign
  if (!line) return showNotFound(campaign)
  const { link, lead } = line.copy.rules
  return {
    status: 200,
    title: pageTitle(link, campaign.brand),
    listed: { path: paths.line, description: lead },
    body: <LineRulesPage campaign={campaign} line={line} visit={visit} />,
  }
}

type Props = {
  campaign: Campaign
  line: Line
  visit: Visit<'line-rules'>
}

/**
 * LINE-9: how the line works. It names nobody and no figure, so that it is the same for everybody.
 */
function LineRulesPage({ campaign, line, visit }: Props) {
  const { terms, copy } = line
  const { changes } = visit
  const words = copy.rules
  const { goal } = campaign.figures.launch.value
  return (
    <SmallPage
      campaign={campaign}
      visit={visit}
      heading={words}
      figure={{ instead: <LineFormula terms={terms} words={words} /> }}
      below={
        <>
          <LineRules campaign={campaign} terms={terms} words={words.rules} />
          {changes.length > 1 && (
            <LineChanges words={words.changes} changes={changes} timeZone={campaign.timeZone} />
          )}
          <LineFigure
            campaign={campaign}
            line={line}
            place={examplePlace(terms, goal)}
            copy={words.figure}
          />
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
