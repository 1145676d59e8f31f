import type { Campaign } from '#contract/campaign/campaign.ts'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import type { MailOf } from '#contract/mails/mails.ts'
import { fill } from '#contract/text.ts'
import { Action, Note, NoteLink, Paragraphs } from './blocks.tsx'
import { Layout } from './layout.tsx'
import { fillHead } from './words.ts'

/** Goes to an unconfirmed address, so the address is the only text in it that a visitor typed. */
export function template(
  campaign: Campaign,
  { email, confirmUrl, unsubscribeUrl, meUrl, quizType }: MailOf<'confirm'>,
) {
  const {
    brand,
    mails: {
      confirm: words,
      footer: { why, kept },
    },
  } = campaign
  const footer = (
    <>
      <Note>{fill(why, { brand, email })}</Note>
      <Note>{fill(words.ignore, { brand })}</Note>
      <NoteLink href={unsubscribeUrl} label={fill(words.remove, { brand })} />
      <NoteLink href={meUrl} label={fill(kept, { brand })} />
    </>
  )
  return (
    <Layout brand={brand} words={fillHead(words, { brand })} footer={footer}>
      <Paragraphs
        brand={brand}
        texts={[...words.paragraphs, ...quizParagraph(campaign, quizType)]}
      />
      <Action href={confirmUrl} label={fill(words.button ?? words.title, { brand })} />
    </Layout>
  )
}

/** Names the type in the campaign's words, never in a visitor's. */
const quizParagraph = (
  { quiz, mails }: Campaign,
  quizType: PerformanceType | undefined,
): string[] => {
  const type = quizType && quiz?.types[quizType].title
  return type ? [fill(mails.confirm.quiz, { type })] : []
}
