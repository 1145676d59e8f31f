import type { Campaign } from '#contract/campaign/campaign.ts'
import type { MailOf } from '#contract/mails/mails.ts'
import { titleOf } from '#contract/quiz/quiz.ts'
import { fill } from '#contract/text.ts'
import { Action, LeaveFooter, Note, Paragraphs } from './blocks.tsx'
import type { MailContent } from './layout.tsx'
import { fillHead } from './words.ts'

/** QUIZ-9: the button confirms the result, on a page that asks once more. */
export function template({ mails, quiz }: Campaign, mail: MailOf<'result'>): MailContent {
  const { result: words } = mails
  // Only a campaign with a quiz sends it; the type's name is the campaign's, never a visitor's.
  const values = { type: titleOf(quiz, mail.quizType) ?? mail.quizType }
  return {
    words: fillHead(words, (text) => fill(text, values)),
    children: (
      <>
        <Paragraphs texts={words.paragraphs.map((text) => fill(text, values))} />
        <Action href={mail.resultUrl} label={words.button} />
      </>
    ),
    footer: (
      <>
        <Note>{words.ignore}</Note>
        <LeaveFooter words={mails.footer} {...mail} />
      </>
    ),
  }
}
