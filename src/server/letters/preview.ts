import type { LetterProblem, LetterText } from '#contract/letters.ts'
import { performanceTypes, type PerformanceType } from '#contract/quiz.ts'
import type { MailBundle, RenderedMail } from '#contract/render.ts'

/** A reader whose links lead nowhere: what a preview shows must not act on anybody. */
export type PreviewReader = { email: string; quizType?: PerformanceType | undefined }
export type Preview = { rendered: RenderedMail } | { problems: LetterProblem[] }
export type PreviewDeps = {
  mails: Pick<MailBundle, 'checkLetter' | 'placeholdersIn' | 'renderLetter'>
  publicUrl: string
}

/**
 * LETTER-1: a letter as `reader` would get it, or what keeps it from being shown. Where `{type}` has
 * no fallback, a reader without a type is shown the first one.
 */
export async function previewLetter(
  text: LetterText,
  { email, quizType }: PreviewReader,
  { mails, publicUrl }: PreviewDeps,
): Promise<Preview> {
  const problems = mails.checkLetter(text, { publicUrl, everyoneHasType: true })
  if (problems.length > 0) return { problems }
  const needsType = mails
    .placeholdersIn(text)
    .some(({ name, fallback }) => name === 'type' && fallback === null)
  const rendered = await mails.renderLetter(text, {
    email,
    unsubscribeUrl: `${publicUrl}/unsubscribe/preview`,
    meUrl: `${publicUrl}/me/preview`,
    quizType: quizType ?? (needsType ? performanceTypes[0] : undefined),
  })
  return { rendered }
}
