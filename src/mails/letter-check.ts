import { campaign } from '#campaign'
import {
  letterLimits,
  placeholders,
  type LetterTerms,
  type LetterText,
  type TextProblem,
} from '#contract/letters/letters.ts'
import { letterGaps } from '#contract/mails/mails.ts'
import type { CheckLetter } from '#contract/render.ts'
import { grouped } from '#contract/english.ts'
import type { LetterContent } from './letter-content.ts'
import { readMarkdown, type LineProblem } from './letter-markdown.ts'
import { readPlaceholders, type LocatedUse, type WrongBrace } from './letter-placeholders.ts'

/** LETTER-1: what is wrong with a text, in the order of its fields and lines. */
export const checkLetter: CheckLetter = (text, terms) => readLetter(text, terms).problems

/** A letter with blanks in place of its placeholders, whose numbers are their places in `uses`. */
export type ReadLetter = {
  subject: string
  preview: string
  content: LetterContent
  uses: readonly LocatedUse[]
  problems: TextProblem[]
}

type Field = keyof typeof letterLimits

export function readLetter({ subject, preview, body }: LetterText, terms: LetterTerms): ReadLetter {
  const lines = body.replace(/\r\n?/g, '\n')
  const inSubject = readPlaceholders(readable('subject', subject))
  const inPreview = readPlaceholders(readable('preview', preview), inSubject.uses.length)
  const above = [...inSubject.uses, ...inPreview.uses]
  const inBody = readPlaceholders(readable('body', lines), above.length)
  const uses = [...above, ...inBody.uses]
  const { content, problems } = readMarkdown(inBody.source, { publicUrl: terms.publicUrl, uses })
  const wrongIn = (field: Field, text: string, found: typeof inBody, others: LineProblem[] = []) =>
    byLine(field, [
      ...wrongLength(field, text),
      ...wrongCharacters(field, readable(field, text)),
      ...found.wrong.map(wrongBrace),
      ...others,
      ...found.uses.flatMap((use) => wrongUse(use, terms)),
    ])
  return {
    subject: unescaped(inSubject.source),
    preview: unescaped(inPreview.source),
    content,
    uses,
    problems: [
      ...wrongIn('subject', subject, inSubject),
      ...wrongIn('preview', preview, inPreview),
      ...wrongIn('body', lines, inBody, problems),
    ],
  }
}

/** A text over the limit is not read: some take marked a second for each 10,000 characters. */
const readable = (field: Field, text: string): string =>
  text.length > letterLimits[field] ? '' : text

/** Outside of Markdown a backslash stands before a brace or another backslash. */
const unescaped = (text: string) => text.replace(/\\([\\{}])/g, '$1').trim()

function wrongLength(field: Field, text: string): LineProblem[] {
  const limit = letterLimits[field]
  if (text.trim() === '' && field !== 'preview')
    return [{ line: 1, message: field === 'subject' ? 'Write a subject.' : 'Write the letter.' }]
  if (text.length <= limit) return []
  const message = `Shorten this to ${grouped(limit)} characters: it has ${grouped(text.length)}.`
  return [{ line: 1, message }]
}

/**
 * Controls, characters that turn the direction of text or have no width, those of private use
 * (blanks are written with them) and halves of a pair.
 */
const unsafe = /[\p{Cc}\p{Co}\p{Cs}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu

function wrongCharacters(field: Field, text: string): LineProblem[] {
  const allowed = field === 'body' ? /[\n\t]/ : /\t/
  return [...text.matchAll(unsafe)]
    .filter(([found]) => !allowed.test(found))
    .map(({ 0: found, index }) => ({
      line: lineAt(text, index),
      message: /[\n\r]/.test(found)
        ? `Write the ${field} on one line.`
        : `Remove the invisible character ${codePoint(found)}.`,
    }))
}

const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length
const codePoint = (found: string) =>
  `U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

const names = placeholders.map((name) => `{${name}}`).join(', ')

function wrongBrace({ found, line }: WrongBrace): LineProblem {
  const gap = letterGaps.find((name) => found === `{${name}}`)
  return gap
    ? { line, message: `Fill in ${found}, or write \\{ to show a brace.`, gap }
    : {
        line,
        message: `${found} is no placeholder. Use one of ${names}, or write \\{ to show a brace.`,
      }
}

function wrongUse({ name, fallback, line }: LocatedUse, terms: LetterTerms): LineProblem[] {
  const isOfLine = name !== 'type'
  const nobodyHasIt = isOfLine && campaign.line === null
  if (fallback !== null || (terms.everyoneHasValues && !nobodyHasIt)) return []
  const example = name === 'link' ? 'https://example.com/' : `your ${name}`
  const advice = `Add words for people without it, as {${name}|${example}}.`
  const reason = nobodyHasIt
    ? `The campaign has no line, so {${name}} has no value.`
    : `Not everybody in the audience has a ${name}.`
  return [{ line, message: `${reason} ${advice}` }]
}

/** Each problem once, by line. Subject and preview have one line, which needs no number. */
function byLine(field: Field, problems: readonly LineProblem[]): TextProblem[] {
  const once = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
  return [...once.values()]
    .sort((one, other) => one.line - other.line)
    .map(({ line, ...problem }) => ({ field, ...problem, ...(field === 'body' && { line }) }))
}
