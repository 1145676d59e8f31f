import { spotCodeLength, spotCodeText } from '#contract/line.ts'
import { sizeWarning, type LetterProblem, type LetterText } from '#contract/letters.ts'
import { linkOfCode } from '#contract/line-page.ts'
import { performanceTypes, type PerformanceType } from '#contract/quiz.ts'
import type { MailBundle, RenderedMail } from '#contract/render.ts'
import { namesWithoutFallback } from './send.ts'
import type { Db } from '#server/db/store.ts'
import { readLetter } from './letter.ts'

/** A reader whose links lead nowhere: what a preview shows must not act on anybody. */
type PreviewReader = { email: string; quizType?: PerformanceType | undefined }
type Preview = { rendered: RenderedMail } | { problems: LetterProblem[] }
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

/**
 * LETTER-1: the test of a letter as it is now, with 'Test' before its subject. Throws if the letter
 * was deleted or has problems: then nothing can be sent.
 */
export async function renderLetterTest(
  db: Db,
  { letterId, email }: { letterId: string; email: string },
  deps: PreviewDeps,
): Promise<RenderedMail> {
  const letter = await readLetter(db, letterId)
  if (!letter) throw new Error('the letter of this test was deleted')
  const preview = await previewLetter(letter.text, { email }, deps)
  if ('problems' in preview) throw new Error('the letter of this test has problems')
  return { ...preview.rendered, subject: `Test: ${preview.rendered.subject}` }
}
