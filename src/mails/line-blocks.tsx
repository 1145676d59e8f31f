import { Link, Text } from '@react-email/components'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { pluralOf, numberText } from '#contract/numbers.ts'
import { fill } from '#contract/text.ts'
import { LeaveFooter, Note, NoteLink, Rows, type Leaving } from './blocks.tsx'
import { Table } from './table.tsx'
import type { LineParts, LineTextName, RewardPart, RewardTextName } from './mail-parts.ts'
import { fillLine, wordFor, lineOf, lineWords, rewardName, rewardOf } from './words.ts'
import { look, tone } from './theme.ts'

type Props = { campaign: Campaign; line: LineParts }

/** How many stand before and behind, as of when. */
export const asOf = ({ campaign, line }: Props): string => fillLine(lineWords(campaign).asOf, line)

/** LINE-2: the account of a place, which adds up. Rows of nobody are left out. */
export function Account({ campaign, line }: Props) {
  const { texts, amounts } = line
  const { account } = lineWords(campaign)
  const row = (sign: string, name: LineTextName, text: typeof account.before) => ({
    name: sign + texts[name]!,
    text: fillLine(text, line),
  })
  return (
    <Rows
      inColumn
      rows={[
        row('', 'confirmedBefore', account.confirmedBefore),
        ...(amounts.passed === 'none'
          ? []
          : [row('− ', 'passed', wordFor(account.passed, amounts.friends))]),
        ...(amounts.passedBy === 'none' ? [] : [row('+ ', 'passedBy', account.passedBy)]),
        row('', 'before', account.before),
      ]}
    />
  )
}

/** LINE-6: each reward with its number of friends, but none that was withdrawn. */
export function Ladder({ campaign, line }: Props) {
  const rewards = line.rewards.filter(({ state }) => state !== 'withdrawn')
  return (
    rewards.length > 0 && (
      <Rows
        inColumn
        isCompact
        rows={rewards.map((reward) => ({
          name: numberText(reward.friends, campaign.language),
          text: stepText(campaign, line, reward),
        }))}
      />
    )
  )
}

function stepText(campaign: Campaign, line: LineParts, part: RewardPart): string {
  const { ladder } = lineWords(campaign)
  const { terms } = lineOf(campaign)
  const reward = rewardOf(terms, part.friends)
  const texts = {
    ...textsOf(line, part.friends),
    reward: rewardName(campaign, reward),
    n: numberText(part.n, campaign.language),
    limit: numberText(reward.limit ?? 0, campaign.language),
  }
  if (part.state === 'yours' || part.state === 'reached' || part.state === 'gone')
    return fillLine(ladder[part.state], line, texts)
  const locked = fillLine(
    pluralOf(part.n, campaign.language, ladder.locked.one, ladder.locked.many),
    line,
    texts,
  )
  return part.hasLeft ? `${locked}. ${fillLine(ladder.left, line, texts)}` : locked
}

/** The values of a sentence about one reward: `{due}` is its own. */
const textsOf = (
  { texts }: LineParts,
  friends: number,
): Record<RewardTextName, string | undefined> => ({
  left: texts[`left${friends}`],
  number: texts[`number${friends}`],
  due: texts[`due${friends}`],
  gone: texts[`gone${friends}`],
})

/** The rewards that are reached and held, and the next one. */
export function nextRewards({ campaign, line }: Props): string[] {
  const { friend } = lineWords(campaign)
  const { terms } = lineOf(campaign)
  const name = ({ friends }: RewardPart) => rewardName(campaign, rewardOf(terms, friends))
  const reached = line.rewards.filter(({ state }) => state === 'reached')
  const next = line.rewards.find(({ state }) => state === 'locked' || state === 'taken-back')
  return [
    ...reached.map((part) =>
      fill(friend.reached, {
        ...textsOf(line, part.friends),
        reward: name(part),
      }),
    ),
    ...(next
      ? [
          fill(pluralOf(next.n, campaign.language, friend.next.one, friend.next.many), {
            reward: name(next),
            n: numberText(next.n, campaign.language),
          }),
        ]
      : []),
  ]
}

/** A code or a number in a frame, with what it is. */
export const Framed = ({ value, text }: { value: string; text: string }) => (
  <Table className={tone.line} style={look.framed} cell={look.framedCell}>
    <Text className={tone.high} style={look.framedValue}>
      {value}
    </Text>
    <Text className={tone.quiet} style={look.framedText}>
      {text}
    </Text>
  </Table>
)

/** The link that its owner shares, in a frame. */
export const OwnLink = ({ label, url, note }: { label: string; url: string; note: string }) => (
  <Table className={tone.line} style={look.ownLink} cell={look.ownLinkCell}>
    <Text className={tone.high} style={look.ownLinkText}>
      <strong className={tone.quiet} style={look.ownLinkLabel}>
        {label}
      </strong>{' '}
      <Link href={url} className={`bare ${tone.high}`} style={look.ownLinkUrl}>
        {url}
      </Link>
    </Text>
    <Text className={tone.quiet} style={look.framedText}>
      {note}
    </Text>
  </Table>
)

/** `stop`: how often such mails come, and the link that ends only these. */
export const LineFooter = ({
  mails,
  stop,
  ...mail
}: Leaving & {
  mails: Campaign['mails']
  stop?: { often: string; label: string; url: string }
}) => (
  <>
    {stop && (
      <>
        <Note>{stop.often}</Note>
        <NoteLink href={stop.url} label={stop.label} />
      </>
    )}
    <LeaveFooter words={mails.footer} {...mail} />
  </>
)
