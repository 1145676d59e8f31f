import type { RenderedMail } from '#contract/render.ts'
import type { Db } from '#server/db/open.ts'
import { readLetter } from './letter.ts'
import { previewLetter, type PreviewDeps } from './preview.ts'

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
