import type { Campaign } from '#contract/campaign/campaign.ts'
import type { MailOf } from '#contract/mails/mails.ts'
import { titleOf } from '#contract/quiz/quiz.ts'
import { fill } from '#contract/text.ts'
import { Action, Note, NoteLink, Paragraphs } from './blocks.tsx'
import type { MailContent } from './layout.tsx'

/** Goes to an unconfirmed address, so the address is the only text in it that a visitor typed. */
export function template(
  { quiz, mails }: Campaign,
  { email, confirmUrl, unsubscribeUrl, meUrl, quizType }: MailOf<'confirm'>,
): MailContent {
  const { confirm: words, footer } = mails
  // The type in the campaign's words, never in a visitor's.
  const type = quizType && titleOf(quiz, quizType)
  return {
    words,
    children: (
      <>
        <Paragraphs texts={[...words.paragraphs, ...(type ? [fill(words.quiz, { type })] : [])]} />
        <Action href={confirmUrl} label={words.button ?? words.title} />
      </>
    ),
    footer: (
      <>
        <Note>{fill(words.why, { email })}</Note>
        <Note>{words.ignore}</Note>
        <NoteLink href={unsubscribeUrl} label={words.remove} />
        <NoteLink href={meUrl} label={footer.kept} />
      </>
    ),
  }
}
