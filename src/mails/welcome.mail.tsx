import { numberText } from '#contract/numbers.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { MailOf } from '#contract/mails/mails.ts'
import { offerValues } from '#contract/campaign/offers.ts'
import { prefix } from '#campaign'
import { firstQuestionPath } from '#contract/quiz/pages.ts'
import { titleOf, type PerformanceType } from '#contract/quiz/quiz.ts'
import { fill, filledOrNull } from '#contract/text.ts'
import { originBlank } from './blanks.ts'
import { Action, LeaveFooter, NoteLink, Paragraphs, Rows, Subtitle } from './blocks.tsx'
import type { MailContent } from './layout.tsx'
import { asOf, Ladder, OwnLink } from './line-blocks.tsx'
import type { LineParts } from './mail-parts.ts'
import { fillHead, fillLine, lineOf, lineWords } from './words.ts'

/**
 * CALL-1: what the form promised, the early-access details and the bonus stack's terms, all of it
 * from the campaign; without the details of an offer that is null (LIVE-2). The next step is the
 * quiz, or the mail with the protocol where a result is saved. LINE-10: where the campaign has a
 * line, the reader's place and link come first, and the next step is their own page.
 */
export function template(
  campaign: Campaign,
  mail: MailOf<'welcome'>,
  line: LineParts | null,
): MailContent {
  const { quizType } = mail
  const { welcome: words, footer } = campaign.mails
  const values = offerValues(campaign)
  const asksForQuiz = campaign.quiz !== null && quizType === undefined
  return {
    ...(line?.size
      ? {
          words: fillHead(lineOf(campaign).copy.mails.welcome, (text) => fillLine(text, line)),
          figure: { text: line.texts.place!, size: line.size },
          label: asOf({ campaign, line }),
        }
      : { words }),
    children: (
      <>
        {line && <InLine campaign={campaign} line={line} />}
        <Paragraphs texts={words.paragraphs} />
        <Rows
          rows={words.details.flatMap((detail) => {
            const name = filledOrNull(detail.name, values)
            const text = filledOrNull(detail.text, values)
            return name === null || text === null ? [] : [{ name, text }]
          })}
        />
        <Subtitle>{words.next.title}</Subtitle>
        <Paragraphs texts={nextTexts(campaign, quizType)} />
        {asksForQuiz && words.button && <QuizLink label={words.button} isNext={!line} />}
        {line && <Action href={mail.meUrl} label={lineWords(campaign).page} />}
      </>
    ),
    footer: <LeaveFooter words={footer} {...mail} />,
  }
}

/** LINE-9: why the place is this one, what a friend is worth, and the reader's own link. */
function InLine({ campaign, line }: { campaign: Campaign; line: LineParts }) {
  const { copy, terms } = lineOf(campaign)
  const { welcome: words } = copy.mails
  const perFriend = numberText(terms.perFriend, campaign.language)
  const filled = (text: typeof words.friend) => fillLine(text, line, { perFriend })
  const hasMoved = line.amounts.passed !== 'none' || line.amounts.passedBy !== 'none'
  return (
    <>
      {line.size && <Paragraphs texts={[filled(hasMoved ? words.account : words.order)]} />}
      {terms.perFriend > 0 && <Paragraphs texts={[filled(words.friend)]} />}
      {line.texts.link && <OwnLink label={words.link} url={line.texts.link} />}
      <Paragraphs texts={[words.linkNote]} />
      <Ladder campaign={campaign} line={line} />
    </>
  )
}

function nextTexts(campaign: Campaign, quizType: PerformanceType | undefined): string[] {
  const { quiz, mails } = campaign
  const { next, quiz: follows, noQuiz } = mails.welcome
  const type = quizType && protocolFollows(campaign) ? titleOf(quiz, quizType) : null
  return [
    next.text,
    ...(type ? [fill(follows, { type })] : []),
    ...(quiz !== null && quizType === undefined ? [noQuiz] : []),
  ]
}

/** A mail has one main button. */
const QuizLink = ({ label, isNext }: { label: string; isNext: boolean }) => {
  const href = originBlank + prefix + firstQuestionPath
  return isNext ? <Action href={href} label={label} /> : <NoteLink href={href} label={label} />
}

const protocolFollows = ({ sequence }: Campaign): boolean => {
  const first = sequence?.steps[0]
  return first !== undefined && !(sequence?.closed && first.stops.includes('closed'))
}
