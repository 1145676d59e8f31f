import type { LetterText } from '#contract/letters.ts'
import { mainLang } from '#contract/mails.ts'
import type { LettersTable } from '#server/db/letter-schema.ts'

type TextColumns = Pick<LettersTable, 'subject' | 'preview' | 'body'>

/**
 * A text as `letters` stores it: a language other than the page's stands in front matter on top of
 * the body, as in the file of a letter.
 */
export function columnsOfText({
  subject,
  preview,
  body,
  lang = mainLang,
}: LetterText): TextColumns {
  const isPlain = lang === mainLang && !frontMatter.test(body)
  return { subject, preview, body: isPlain ? body : `---\nlang: ${lang}\n---\n${body}` }
}

export function textOfColumns({ subject, preview, body }: TextColumns): LetterText {
  const [head = '', lang = mainLang] = frontMatter.exec(body) ?? []
  const text = { subject, preview, body: body.slice(head.length) }
  return lang === mainLang ? text : { ...text, lang }
}

const frontMatter = /^---\nlang: ([\w-]+)\n---\n/
