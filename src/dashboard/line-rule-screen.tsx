import { linePaths, type Ruling } from '#contract/line-screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import type { ScreenProps } from './frame.tsx'
import { RuleOnAll, RulingAsk } from './line-rule-all-screen.tsx'
import { LineMark, PersonLink } from './line-tables.tsx'
import { creditWords, othersText, reasonWords } from './line-words.ts'
import { DayAndTime } from './moment.tsx'
import { Fact } from './fact.tsx'

type View = ViewOf<'line-rule'>

/** LINE-5: what a ruling does, its button, and the way back. */
export const LineRuleScreen = ({ frame, ruling, credit, rulingDays }: ScreenProps & View) => {
  const { title, facts, button, danger } = asks[ruling]
  return (
    <RulingAsk
      frame={frame}
      asks={{ title, button, danger, action: linePaths.rule(credit.friend.id, ruling) }}
      caption={
        <>
          <p className="note">The log names you. Another ruling can follow at any time.</p>
          <RuleOnAll ownerId={credit.owner.id} counts={ofLink(credit)} />
        </>
      }
    >
      <dl className="facts">
        <Fact term="Friend">
          <PersonLink person={credit.friend} />
          <small>
            confirmed <DayAndTime atMs={credit.at} nowMs={frame.asOfMs} />
          </small>
        </Fact>
        <Fact term="By the link of">
          <PersonLink person={credit.owner} />
          <small>{othersText(credit)}</small>
        </Fact>
        <Fact term="State">
          <LineMark of={creditWords[credit.state]} />
          {credit.ruledAt !== null && (
            <small>
              {credit.ruledBy} ruled on <DayAndTime atMs={credit.ruledAt} />
            </small>
          )}
        </Fact>
        {credit.reason !== '' && <Fact term="In doubt">{reasonWords[credit.reason]}</Fact>}
        {facts.map(([term, value]) => (
          <Fact key={term} term={term}>
            {value}
          </Fact>
        ))}
        {credit.state === 'waiting' && (
          <Fact term="Without a ruling">
            counts for the place {rulingDays} days after the confirmation, never for a reward
          </Fact>
        )}
      </dl>
    </RulingAsk>
  )
}

const ofLink = ({ state, others }: View['credit']) => ({ ...others, [state]: others[state] + 1 })

type Asked = {
  title: string
  facts: readonly (readonly [term: string, value: string])[]
  button: string
  danger?: true
}
const asks: Record<Ruling, Asked> = {
  counts: {
    title: 'Does this friend count?',
    facts: [
      ['Then', 'counts for the place and for rewards of the link’s owner'],
      ['The owner is told', 'one sign-up more counts; never who'],
    ],
    button: 'Counts',
  },
  refused: {
    title: 'Not another person?',
    facts: [
      ['Then', 'counts for nothing; the friend stays on the list with the same place'],
      ['The owner is told', 'a number; never who or why'],
      ['Rewards', 'one that is held is taken back; one that is owed stays until it is withdrawn'],
    ],
    button: 'Not another person',
    danger: true,
  },
}
