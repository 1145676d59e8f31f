import { campaign } from '#campaign/campaign.ts'
import type { PerformanceType } from '#contract/quiz.ts'
import { Action, Layout, Note, NoteLink } from './layout.tsx'
import { fill, wordsOf } from './words.ts'

const copy = campaign.mails.confirm

/** Sent to an address that nobody has confirmed: of what the visitor typed it shows the address and nothing else. */
export function ConfirmMail({ email, confirmUrl, unsubscribeUrl, meUrl, quizType }: { email: string; confirmUrl: string; unsubscribeUrl: string; meUrl: string; quizType?: PerformanceType }) {
  const footer = (
    <>
      <Note>{fill(campaign.mails.footer.why, email)}</Note>
      <Note>{fill(copy.ignore)}</Note>
      <NoteLink href={unsubscribeUrl} label={fill(copy.remove)} />
      <NoteLink href={meUrl} label={fill(campaign.mails.footer.kept)} />
    </>
  )
  return (
    <Layout brand={campaign.brand} words={wordsOf({ ...copy, paragraphs: [...copy.paragraphs, ...quizParagraph(quizType)] })} footer={footer}>
      <Action href={confirmUrl} label={fill(copy.button ?? copy.title)} />
    </Layout>
  )
}

/** The campaign's own name of the type, so that nothing stands here that a visitor wrote. */
const quizParagraph = (type: PerformanceType | undefined): string[] => {
  const title = type && campaign.quiz?.types[type].title
  return title ? [copy.quiz.replaceAll('{type}', title)] : []
}
