import { language } from '#campaign'
import type { RewardsCopy } from '#contract/line/copy.ts'
import { friendsToGo, type LineStanding, type RewardStanding } from '#contract/line/standing.ts'
import { rewardTexts } from '#contract/line/reward-texts.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { grouped } from '#page/browser/numbers.ts'
import { fill } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'

type Props = {
  campaign: ShownCampaign
  copy: RewardsCopy
  standing: Pick<LineStanding, 'rewards' | 'countedForRewards' | 'asOf'>
}

/** LINE-6: the rewards with what the person has of each. */
export const Ladder = ({ campaign, copy, standing }: Props) => (
  <ol className="ladder">
    {standing.rewards.map((reward) => (
      <Step
        key={reward.friends}
        reward={reward}
        words={rewardWords(campaign, reward, standing)}
        status={statusOf(copy, reward, standing)}
        counted={standing.countedForRewards}
      />
    ))}
  </ol>
)

const Step = ({
  reward,
  words,
  status,
  counted,
}: {
  reward: RewardStanding
  words: RewardWords
  status: string
  counted: number
}) => (
  <li data-state={reward.state}>
    <span className="num">{grouped(reward.friends)}</span>
    <div>
      <h3>{words.name}</h3>
      <p>{words.lines.join(' ')}</p>
      {reward.friends <= mostPips && <Pips reward={reward} counted={counted} />}
    </div>
    <p className="state">
      {icons[reward.state] && (
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d={icons[reward.state]} />
        </svg>
      )}
      {status}
    </p>
  </li>
)

const mostPips = 20

/** One for each friend: those who count, and one who no longer does. */
const Pips = ({
  reward: { friends, state },
  counted,
}: {
  reward: RewardStanding
  counted: number
}) => (
  <div className="pips" aria-hidden="true">
    {Array.from({ length: friends }, (_, index) => (
      <i
        key={index}
        data-is={
          index < counted ? 'on' : index === counted && state === 'taken-back' ? 'was' : undefined
        }
      />
    ))}
  </div>
)

const icons: Partial<Record<RewardStanding['state'], string>> = {
  yours: 'M3 11l5 5 9-12',
  reached: 'M10 3a7 7 0 1 1-.01 0M10 6v4l3 2',
  'taken-back': 'M4 8h9a4 4 0 0 1 0 8H8M7.5 4.5L4 8l3.5 3.5',
}

function statusOf(
  { states }: RewardsCopy,
  reward: RewardStanding,
  standing: Pick<LineStanding, 'countedForRewards'>,
): string {
  const words: Record<RewardStanding['state'], string> = {
    locked: fill(states.toGo, { n: grouped(friendsToGo(reward, standing)) }),
    reached: states.reached,
    yours: states.yours,
    'taken-back': states.takenBack,
    gone: states.gone,
    withdrawn: states.withdrawn,
  }
  return words[reward.state]
}

/** `lines`: sentences, each ending in a full stop. */
type RewardWords = { name: string; lines: string[] }

/** LINE-6: the name of a reward, and what is to be said of it to this person. */
function rewardWords(
  campaign: ShownCampaign,
  reward: RewardStanding,
  standing: Pick<LineStanding, 'countedForRewards' | 'asOf'>,
): RewardWords {
  const terms = campaign.line?.terms.rewards.find(({ friends }) => friends === reward.friends)
  if (!terms) return { name: '', lines: [] }
  const { name, line } = rewardTexts(campaign, terms)
  return {
    name,
    lines: [
      ...(reward.state === 'gone' ? [] : [line]),
      ...statesOf(campaign, reward, standing),
      ...(reward.state === 'locked' ? leftOf(campaign, reward, terms.limit, standing) : []),
    ],
  }
}

function statesOf(
  campaign: ShownCampaign,
  reward: RewardStanding,
  standing: Pick<LineStanding, 'countedForRewards'>,
): string[] {
  const { line, timeZone } = campaign
  if (!line) return []
  const copy = line.copy.pages.rewards
  const at = (ms: number | null) => (ms === null ? '' : inZone(ms, timeZone, language).dayAndTime)
  const number = reward.number === null ? [] : [fill(copy.number, { n: grouped(reward.number) })]
  switch (reward.state) {
    case 'reached':
      return [...number, fill(copy.held, { date: at(reward.at), time: at(reward.dueAt) })]
    case 'yours':
      return reward.byOffer ? [copy.byOffer] : number
    case 'taken-back':
      return [
        fill(copy.takenBack, {
          n: grouped(standing.countedForRewards),
          of: grouped(reward.friends),
          left: grouped(friendsToGo(reward, standing)),
        }),
      ]
    case 'gone':
      return reward.goneAt === null ? [] : [fill(copy.goneAt, { date: at(reward.goneAt) })]
    default:
      return []
  }
}

function leftOf(
  { line, timeZone }: ShownCampaign,
  { left }: RewardStanding,
  limit: number | null,
  { asOf }: Pick<LineStanding, 'asOf'>,
): string[] {
  if (!line || left === null || limit === null) return []
  return [
    fill(line.copy.pages.rewards.left, {
      left: grouped(left),
      of: grouped(limit),
      time: inZone(asOf, timeZone, language).time,
    }),
  ]
}
