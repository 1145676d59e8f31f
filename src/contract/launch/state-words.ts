import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Launch } from './launch.ts'
import { numberText } from '#contract/numbers.ts'
import { filledOrNull, type Text, type ValuesOf } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'

/** The settings of a campaign's launch, beside its words (END-1 to END-3). */
export type LaunchTerms = Campaign['launch']
/** The words of each state and mark. */
export type EndCopy = Campaign['ends']

/** Earlier marks take precedence. */
export const markNames = ['goal', 'spots', 'earlyBird'] as const
export type MarkName = (typeof markNames)[number]

/**
 * The text of each blank of the words of a state. One that is not known, or that is over at `now`
 * (ms), is undefined.
 */
export type EndBlanks = ValuesOf<EndCopy['closed']['lead'][number]>
/** The same of the words of a mark. */
export type MarkBlanks = ValuesOf<NonNullable<EndCopy['goal']['level']>>

export function endBlanks(
  launch: Launch,
  figures: { registered: number; goal: number } | null,
  { timeZone, language, now }: Pick<Campaign, 'timeZone' | 'language'> & { now: number },
): EndBlanks {
  const { since, until, listFirstUntil, eraseAt } = launch
  const ahead = (ms: number | null) => (ms !== null && ms > now ? ms : null)
  const [first, erase] = [ahead(listFirstUntil), ahead(eraseAt)]
  const at = (ms: number | null) =>
    ms === null ? undefined : inZone(ms, timeZone, language).dayAndTime
  const day = (ms: number | null) => (ms === null ? undefined : inZone(ms, timeZone, language).day)
  return {
    registered: figures ? numberText(figures.registered, language) : undefined,
    goal: figures ? numberText(figures.goal, language) : undefined,
    since: at(since),
    until: at(until),
    first: at(first),
    erase: at(erase),
    sinceDay: day(since),
    firstDay: day(first),
    eraseDay: day(erase),
  }
}

/** The sentences whose blanks are all known, filled in. */
export const knownSentences = <Blank extends string>(
  sentences: readonly Text<Blank>[],
  blanks: { readonly [Name in NoInfer<Blank>]: string | undefined },
): string[] => sentences.flatMap((sentence) => filledOrNull(sentence, blanks) ?? [])
