import { numberText } from '#contract/numbers.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { MailOf } from '#contract/mails/mails.ts'
import { offerValues } from '#contract/campaign/offers.ts'
import { prefix } from '#campaign'
import { firstQuestionPath } from '#contract/quiz/pages.ts'
import { titleOf, type PerformanceType } from '#contract/quiz/quiz.ts'
import { fill, filledOrNull } from '#contract/text.ts'
import { originBlank } from './blanks.ts'
import {
  Action,
  LeaveFooter,
  MainButton,
  NoteLink,
  Paragraphs,
  Rows,
  Subtitle,
  type Row,
} from './blocks.tsx'
import type { MailContent } from './layout.tsx'
import { asOf, Ladder, OwnLink } from './line-blocks.tsx'
import type { LineParts } from './mail-parts.ts'
import { fillHead, fillLine, lineOf, lineWords, rewardName } from './words.ts'

/**
 * CALL-1: what the form promised, the early-access details and the bonus stack's terms, all of it
 * from the campaign; without the details of an offer that is null (LIVE-2). The next step is the
 * quiz, or the mail with the protocol where a result is saved. LINE-10: where the campaign has a
 * line, the next step is to share the reader's own link.
 */
export function template(
  campaign: Campaign,
  mail: MailOf<'welcome'>,
  line: LineParts | null,
): MailContent {
  const { welcome: words, footer } = campaign.mails
  const inLine = line?.size && {
    words: fillHead(lineOf(campaign).copy.mails.welcome, (text) => fillLine(text, line)),
    figure: { text: line.texts.place!, size: line.size },
    label: asOf({ campaign, line }),
  }
  const parts = { campaign, mail }
  return {
    ...(inLine || { words }),
    children: line ? <InLine {...parts} line={line} /> : <Listed {...parts} />,
    footer: <LeaveFooter words={footer} {...mail} />,
  }
}

type Props = { campaign: Campaign; mail: MailOf<'welcome'> }

function Listed({ campaign, mail: { quizType } }: Props) {
  const { welcome: words } = campaign.mails
  return (
    <>
      <Paragraphs texts={words.paragraphs} />
      <Rows rows={detailsOf(campaign)} />
      <Subtitle>{words.next.title}</Subtitle>
      <Paragraphs texts={[words.next.text, ...quizTexts(campaign, quizType)]} />
      {asksForQuiz(campaign, quizType) && words.button && (
        <Action href={quizUrl} label={words.button} />
      )}
    </>
  )
}

/**
 * The reader's own link, what friends unlock, and what the spot stands for. The button's address is
 * not repeated: the footer links to the same page.
 */
function InLine({ campaign, mail, line }: Props & { line: LineParts }) {
  const { copy } = lineOf(campaign)
  const { welcome: words } = copy.mails
  const { link } = line.texts
  const { button } = campaign.mails.welcome
  const hasLadder = line.rewards.some(({ state }) => state !== 'withdrawn')
  return (
    <>
      <MainButton href={mail.meUrl} label={link ? words.share : lineWords(campaign).page} />
      {link && <OwnLink label={words.link} url={link} note={words.linkNote} />}
      {hasLadder && <Subtitle>{words.ladder}</Subtitle>}
      <Ladder campaign={campaign} line={line} />
      <Rows isCompact rows={factsInLine(campaign, line)} />
      {mail.quizType && <Paragraphs texts={quizTexts(campaign, mail.quizType)} />}
      {asksForQuiz(campaign, mail.quizType) && button && <NoteLink href={quizUrl} label={button} />}
    </>
  )
}

/** What a friend is worth, and the details but those that the ladder names as rewards. */
function factsInLine(campaign: Campaign, line: LineParts): Row[] {
  const { copy, terms } = lineOf(campaign)
  const { friend } = copy.mails.welcome
  const perFriend = numberText(terms.perFriend, campaign.language)
  const rewards = terms.rewards.map((reward) => rewardName(campaign, reward))
  return [
    ...(terms.perFriend > 0
      ? [{ name: friend.name, text: fillLine(friend.text, line, { perFriend }) }]
      : []),
    ...detailsOf(campaign).filter(({ name }) => name === null || !rewards.includes(name)),
  ]
}

function detailsOf(campaign: Campaign): Row[] {
  const values = offerValues(campaign)
  return campaign.mails.welcome.details.flatMap((detail) => {
    const name = filledOrNull(detail.name, values)
    const text = filledOrNull(detail.text, values)
    return name === null || text === null ? [] : [{ name, text }]
  })
}

const quizUrl = originBlank + prefix + firstQuestionPath

const asksForQuiz = ({ quiz }: Campaign, quizType: PerformanceType | undefined): boolean =>
  quiz !== null && quizType === undefined

/** What is said of the reader's quiz: its result, or that there is one. */
function quizTexts(campaign: Campaign, quizType: PerformanceType | undefined): string[] {
  const { quiz: follows, noQuiz } = campaign.mails.welcome
  if (asksForQuiz(campaign, quizType)) return [noQuiz]
  const type = quizType && protocolFollows(campaign) ? titleOf(campaign.quiz, quizType) : null
  return type ? [fill(follows, { type })] : []
}

const protocolFollows = ({ sequence }: Campaign): boolean => {
  const first = sequence?.steps[0]
  return first !== undefined && !(sequence?.closed && first.stops.includes('closed'))
}
