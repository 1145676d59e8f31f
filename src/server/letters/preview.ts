import { spotCodeLength, spotCodeText } from '#contract/line.ts'
import { sizeWarning } from '#contract/letter-size.ts'
import { linkOfCode } from '#contract/line-page.ts'
import type { LetterProblem, LetterText } from '#contract/letters.ts'
import { performanceTypes, type PerformanceType } from '#contract/quiz.ts'
import type { MailBundle, RenderedMail } from '#contract/render.ts'
import { namesWithoutFallback } from './checks.ts'

/** A reader whose links lead nowhere: what a preview shows must not act on anybody. */
export type PreviewReader = { email: string; quizType?: PerformanceType | undefined }
export type Preview = { rendered: RenderedMail } | { problems: LetterProblem[] }
export type PreviewDeps = {
  mails: Pick<MailBundle, 'checkLetter' | 'placeholdersIn' | 'renderLetter'>
  publicUrl: string
}

/** LETTER-1: what is to be said of a letter that can be sent: its size. */
export async function warningsOf(text: LetterText, deps: PreviewDeps): Promise<string[]> {
  const preview = await previewLetter(text, { email: 'you@example.com' }, deps)
  return 'problems' in preview ? [] : warningsOfMail(preview.rendered)
}

export function warningsOfMail({ html }: Pick<RenderedMail, 'html'>): string[] {
  const warning = sizeWarning(Buffer.byteLength(html))
  return warning === null ? [] : [warning]
}

/**
 * LETTER-1: a letter as `reader` would get it, or what keeps it from being shown. Where a
 * placeholder has no fallback, a reader without a value is shown one that is nobody's.
 */
export async function previewLetter(
  text: LetterText,
  { email, quizType }: PreviewReader,
  { mails, publicUrl }: PreviewDeps,
): Promise<Preview> {
  const problems = mails.checkLetter(text, { publicUrl, everyoneHasValues: true })
  if (problems.length > 0) return { problems }
  const needed = namesWithoutFallback(text, mails)
  const rendered = await mails.renderLetter(text, {
    email,
    unsubscribeUrl: `${publicUrl}/unsubscribe/preview`,
    meUrl: `${publicUrl}/me/preview`,
    quizType: quizType ?? (needed.has('type') ? performanceTypes[0] : undefined),
    ...(needed.has('place') && { place: 1 }),
    // Not shaped as a code, so that it opens the page as it is for everybody.
    ...(needed.has('link') && { link: linkOfCode(publicUrl, 'preview') }),
    ...(needed.has('code') && { code: spotCodeText('X'.repeat(spotCodeLength)) }),
  })
  return { rendered }
}
