import { campaign } from '#campaign'
import {
  languageToRead,
  letterOutcomes,
  type LanguageLetterCounts,
  type LetterCounts,
  type LetterOutcome,
  type LetterProblem,
  type LetterText,
} from '#contract/letters/letters.ts'
import { grouped, peopleText } from '#contract/english.ts'
import { iso } from '#contract/time.ts'
import { zoneClock } from '#server/counts/zone-clock.ts'
import type { LanguageCount } from './audience.ts'
import type { Letter, ListedLetter } from './letter.ts'
import { pausedReasons } from './states.ts'

/** Letters in the words of the commands (commands.ts). */

/** One line of `npm run letters -- list`. */
export const listLine = ({ id, state, subject, savedAt }: ListedLetter, timeZone: string) =>
  `${id}  ${state.padEnd(9)}  ${describeTime(savedAt, timeZone)}  ${subject}`

type Counts = { counts: LetterCounts; languages: readonly LanguageLetterCounts[] }

/** The lines of `npm run letters -- show`. */
export function describeLetter(letter: Letter, of: Counts, timeZone: string): string[] {
  const { fallback, texts, audience, state, plannedAt, counted, pausedBy } = letter
  const all = Object.entries(texts)
  const at = plannedAt === null ? '' : describeTime(plannedAt, timeZone)
  const paused = state === 'paused' ? ` (${pausedReasons[pausedBy ?? 'operator']})` : ''
  const facts: Fact[] = [
    ...(all.length === 1 ? headOf(texts[fallback]!) : []),
    ['audience', audience],
    ...(all.length === 1
      ? [['language', fallback] satisfies Fact]
      : [
          ['languages', Object.keys(texts).join(', ')] satisfies Fact,
          ['fallback', fallback] satisfies Fact,
        ]),
    ['state', `${state}${paused}`],
  ]
  if (plannedAt !== null) facts.push(['begins', `${at}, to ${peopleText(counted ?? 0)}`])
  facts.push(...describeOutcomes(of.counts))
  if (all.length === 1) return [...describeFacts(facts), '', texts[fallback]!.body]
  const inTexts = all.flatMap(([language, text]) => {
    const counts = of.languages.find((one) => one.language === language)
    const outcomes = counts ? describeOutcomes(counts) : []
    const head = describeFacts([['language', language], ...headOf(text), ...outcomes])
    return ['', ...head, '', text.body]
  })
  return [...describeFacts(facts), ...inTexts]
}

type Fact = [name: string, value: string]

const headOf = ({ subject, preview }: LetterText): Fact[] => [
  ['subject', subject],
  ['preview', preview],
]

function describeFacts(facts: readonly Fact[]): string[] {
  const width = Math.max(...facts.map(([name]) => name.length)) + 2
  return facts.map(([name, value]) => `${name.padEnd(width)}${value}`)
}

const describeOutcomes = (counts: LetterCounts) =>
  letterOutcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome): [string, string] => [
      outcome,
      `${grouped(counts[outcome])}${meanings[outcome] ?? ''}`,
    ])

const meanings: Partial<Record<LetterOutcome, string>> = {
  kept: ': stored and not sent, because no mail server was set.',
  declined:
    ': came back refused, or from full mailboxes, after they were accepted. Nobody is suppressed.',
}

/** `2026-11-24 09:00` in the campaign's zone. */
export const describeTime = (at: number, timeZone: string): string =>
  iso(at + zoneClock(timeZone).offsetAt(at))
    .slice(0, 16)
    .replace('T', ' ')

/** A line for each problem. */
export const describeProblems = (problems: readonly LetterProblem[]): string =>
  problems
    .map(({ language, field, line, message }) => {
      const place = line === undefined ? field : `${field}, line ${line}`
      return `${isInSeveral(problems) && language ? `${language}, ` : ''}${place}: ${message}`
    })
    .join('\n')

/** Whether they are of texts in several languages, or not in the first. */
const isInSeveral = (problems: readonly LetterProblem[]): boolean =>
  problems.some(({ language }) => language !== undefined && language !== campaign.language)

/**
 * A line for each language of the people, with the text that they get. Empty where all have the
 * language of one text.
 */
export function describeReaders(
  { fallback, texts }: Letter,
  readers: readonly LanguageCount[],
): string[] {
  const languages = Object.keys(texts)
  const lines = readers.map(({ language, people }) => {
    const reads = languageToRead({ fallback, languages }, language)
    return reads === language
      ? `${language}: ${peopleText(people)}`
      : `${language}: ${peopleText(people)}, who get the text in ${reads}`
  })
  const [only, ...others] = readers
  return others.length === 0 && only && languages.includes(only.language) ? [] : lines
}
