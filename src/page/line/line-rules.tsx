import type { Campaign } from '#contract/campaign/campaign.ts'
import type { LineTerms } from '#contract/line/line.ts'
import {
  changeValues,
  ruleValues,
  rulesBy,
  type LineRulesCopy,
  type RuleChange,
} from '#contract/line/rules.ts'
import { rewardTexts } from '#contract/line/reward-texts.ts'
import { fill, grouped } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'

type Props = { campaign: Campaign; terms: LineTerms; words: LineRulesCopy['rules'] }

/** LINE-9: every rule of the line, with the campaign's numbers. */
export const LineRules = ({ campaign, terms, words: { title, list, limited } }: Props) => (
  <section className="plate wrap">
    <SectionTitle>{title}</SectionTitle>
    <ol className="rules body">
      {rulesBy(list, terms).map((rule, index) => (
        <li key={rule.title}>
          <span className="num" aria-hidden="true">
            {index + 1}
          </span>
          <div>
            <h3>{fill(rule.title, ruleValues(terms))}</h3>
            <p>{fill(rule.text, ruleValues(terms))}</p>
            {rule.where === 'rewards' && (
              <Rewards campaign={campaign} terms={terms} limited={limited} />
            )}
          </div>
        </li>
      ))}
    </ol>
  </section>
)

const SectionTitle = ({ children }: { children: string }) => (
  <h2 className="ref">
    <span className="label">{children}</span>
  </h2>
)

const Rewards = ({ campaign, terms, limited }: Omit<Props, 'words'> & { limited: string }) => (
  <ul>
    {terms.rewards.map((reward) => (
      <li key={reward.friends}>
        <span className="num">{grouped(reward.friends)}</span>
        <p>
          <b>{rewardTexts(campaign, reward).name}</b> {rewardTexts(campaign, reward).line}
          {reward.limit !== null && ` ${fill(limited, { limit: grouped(reward.limit) })}`}
        </p>
      </li>
    ))}
  </ul>
)

/** LINE-1: since when each value of the rule holds, newest first. */
export const LineChanges = ({
  words,
  changes,
  timeZone,
}: {
  words: LineRulesCopy['changes']
  changes: readonly RuleChange[]
  timeZone: string
}) => (
  <section className="plate wrap">
    <SectionTitle>{words.title}</SectionTitle>
    <ul className="body stack">
      {changes
        .toSorted((a, b) => b.at - a.at)
        .map((change) => (
          <li key={change.at}>
            {fill(
              change.perFriend > 0 ? words.friends : words.order,
              changeValues(change, inZone(change.at, timeZone).dayAndTime),
            )}
          </li>
        ))}
    </ul>
  </section>
)
