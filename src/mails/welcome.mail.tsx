import type { Campaign } from '#contract/campaign.ts'
import { offerValues } from '#contract/offer-blanks.ts'
import type { MailOf } from '#contract/mails.ts'
import { questionPath } from '#contract/quiz-pages.ts'
import { questionKeys } from '#contract/quiz.ts'
import { originBlank } from './blanks.ts'
import { Action, Layout, Paragraphs, Rows, Subtitle } from './layout.tsx'
import { LeaveFooter } from './leave-footer.tsx'
import { fill, fillHead } from './words.ts'

/**
 * CALL-1: what the form promised, the early-access details and the bonus stack's terms, all of it
 * from the campaign. The next step is the quiz, or the mail with the protocol where a result is
 * saved.
 */
export function template(
  campaign: Campaign,
  { email, unsubscribeUrl, meUrl, quizType }: MailOf<'welcome'>,
) {
  const {
    brand,
    mails: { welcome: words, footer },
    offers,
  } = campaign
  const values = { brand, ...offerValues(offers) }
  const type =
    quizType && protocolFollows(campaign) ? campaign.quiz?.types[quizType].title : undefined
  const asksForQuiz = campaign.quiz !== null && quizType === undefined
  const next = [
    words.next.text,
    ...(type ? [fill(words.quiz, { type })] : []),
    ...(asksForQuiz ? [words.noQuiz] : []),
  ]
  return (
    <Layout
      brand={brand}
      words={fillHead(words, { brand })}
      footer={
        <LeaveFooter
          brand={brand}
          words={footer}
          email={email}
          unsubscribeUrl={unsubscribeUrl}
          meUrl={meUrl}
        />
      }
    >
      <Paragraphs brand={brand} texts={words.paragraphs} />
      <Rows
        rows={words.details.map(({ name, text }) => ({
          name: fill(name, values),
          text: fill(text, values),
        }))}
      />
      <Subtitle>{fill(words.next.title, { brand })}</Subtitle>
      <Paragraphs brand={brand} texts={next} />
      {asksForQuiz && words.button && (
        <Action
          href={originBlank + questionPath(questionKeys[0])}
          label={fill(words.button, { brand })}
        />
      )}
    </Layout>
  )
}

const protocolFollows = ({ sequence }: Campaign): boolean => {
  const first = sequence?.steps[0]
  return first !== undefined && !(sequence?.closed && first.stops.includes('closed'))
}
