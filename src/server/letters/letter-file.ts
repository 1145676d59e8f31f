import { isLanguageTag, type LetterText } from '#contract/letters.ts'
import { mainLang } from '#contract/mails.ts'
import type { LetterAudience } from '#contract/letters.ts'
import { everyone, parseAudience } from './audience.ts'

type LetterFile = { text: LetterText; audience: LetterAudience }
/** One sentence for the operator. */
type WrongFile = { wrong: string }

const fieldNames = ['subject', 'preview', 'audience', 'lang']

/**
 * Reads a file with front matter: a line `---`, fields as `subject: We are live`, another `---`, and
 * the body in Markdown. Quotes around a value are removed.
 */
export function readLetterFile(file: string): LetterFile | WrongFile {
  const source = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const [, head, body] =
    /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n([\s\S]*))?$/.exec(source) ?? []
  if (head === undefined)
    return {
      wrong:
        "The file does not begin with front matter: a line '---', lines 'subject: …', 'preview: …' and 'audience: …', and a line '---' before the text.",
    }
  const fields = new Map<string, string>()
  for (const [at, line] of head.split('\n').entries()) {
    if (line.trim() === '') continue
    const [, name = '', value = ''] = /^(\w+):(.*)$/.exec(line) ?? []
    if (!fieldNames.includes(name))
      return { wrong: `Line ${at + 2} is no field: use ${fieldNames.join(', ')}.` }
    if (fields.has(name)) return { wrong: `Line ${at + 2}: there are two fields '${name}'.` }
    fields.set(name, unquoted(value.trim()))
  }
  const written = fields.get('audience')
  const audience = written === undefined ? everyone : parseAudience(written)
  if (!audience)
    return {
      wrong: `The audience '${written}' cannot be read: write it as state=confirmed&type=focus&source=utm podcast. Letters go to confirmed people only.`,
    }
  const lang = fields.get('lang') ?? mainLang
  if (!isLanguageTag(lang))
    return { wrong: `The language '${lang}' cannot be read: write its tag, as lang: nl.` }
  const [subject = '', preview = ''] = [fields.get('subject'), fields.get('preview')]
  return { text: { subject, preview, body: (body ?? '').trim(), lang }, audience }
}

const unquoted = (value: string) => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value
