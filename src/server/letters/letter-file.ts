import { campaign } from '#campaign'
import { partsOf, saidOf } from '#contract/campaign/campaign-parts.ts'
import type { Language } from '#contract/campaign/languages.ts'
import type { LetterAudience, LetterText } from '#contract/letters/letters.ts'
import { listed } from '#contract/english.ts'
import { everyone, parseAudience } from './audience.ts'
import type { Draft } from './letter.ts'

/** `wrong`: one sentence for the operator. */
type Wrong = { wrong: string }

/**
 * Reads the file of a letter. It begins with front matter: a line `---`, fields as `subject: We are live`,
 * another `---`; the body in Markdown follows. A text in a further language begins in the same way, with
 * `lang` as its first field, so that a line `---` in a body stays what it is in Markdown. Quotes around
 * a value are removed. `languages`: of the campaign, the first one first.
 */
export function readLetterFile(file: string, languages: readonly Language[]): Draft | Wrong {
  const texts: Record<Language, LetterText> = {}
  let [audience, fallback]: [LetterAudience, Language | null] = [everyone, null]
  for (const [index, part] of sectionsOf(file).entries()) {
    const read = readPart(part, index === 0 ? allFields : textFields)
    if ('wrong' in read) return read
    const language = languageOf(read.fields, languages)
    if (typeof language !== 'string') return language
    if (texts[language]) return { wrong: `There are two texts in '${language}'.` }
    const { subject = '', preview = '' } = read.fields
    texts[language] = { subject, preview, body: read.body }
    if (index > 0) continue
    const heard = readAudience(read.fields.audience)
    if ('wrong' in heard) return heard
    audience = heard
    fallback = read.fields.fallback ?? null
  }
  if (fallback !== null && !texts[fallback])
    return { wrong: `The fallback is '${fallback}', and there is no text in it.` }
  const [first] = languages
  return {
    fallback: fallback ?? (texts[first!] ? first! : Object.keys(texts)[0]!),
    texts,
    audience,
  }
}

const textFields = ['lang', 'subject', 'preview'] as const
const allFields = [...textFields, 'audience', 'fallback'] as const
type Fields = Partial<Record<(typeof allFields)[number], string>>

/** `line`: of the file, from 1, on which the part begins. */
type Part = { source: string; line: number }

/** Each begins with its front matter. */
function sectionsOf(file: string): Part[] {
  const source = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  let line = 1
  return source.split(/(?<=\n)(?=---[ \t]*\nlang:)/).map((part) => {
    const begins = line
    line += part.split('\n').length - 1
    return { source: part, line: begins }
  })
}

function readPart(
  { source, line: first }: Part,
  names: readonly string[],
): { fields: Fields; body: string } | Wrong {
  const [, head, body = ''] =
    /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n([\s\S]*))?$/.exec(source) ?? []
  if (head === undefined)
    return {
      wrong:
        first > 1
          ? `Line ${first}: write a line '---' between the fields and the text.`
          : "The file does not begin with front matter: a line '---', lines 'subject: …', 'preview: …' and 'audience: …', and a line '---' before the text.",
    }
  const fields = new Map<string, string>()
  for (const [at, line] of head.split('\n').entries()) {
    if (line.trim() === '') continue
    const [, name = '', value = ''] = /^(\w+):(.*)$/.exec(line) ?? []
    const place = `Line ${first + at + 1}`
    if (!names.includes(name))
      return { wrong: `${place} is no field: use ${listed(names, 'and')}.` }
    if (fields.has(name)) return { wrong: `${place}: there are two fields '${name}'.` }
    fields.set(name, unquoted(value.trim()))
  }
  return { fields: Object.fromEntries(fields), body: body.trim() }
}

const unquoted = (value: string) => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value

function languageOf({ lang }: Fields, languages: readonly Language[]): Language | Wrong {
  const named = lang === undefined ? languages[0] : languages.find((one) => one === lang)
  return (
    named ?? {
      wrong: `The campaign has no language '${lang}': use ${listed(languages, 'or')}.`,
    }
  )
}

const readAudience = (written: string | undefined): LetterAudience | Wrong =>
  (written === undefined ? everyone : parseAudience(written)) ?? {
    wrong: `The audience '${written}' cannot be read: write it as ${saidOf('state=confirmed[quiz: &type=focus]', partsOf(campaign))}&source=utm podcast. Letters go to confirmed people only.`,
  }
