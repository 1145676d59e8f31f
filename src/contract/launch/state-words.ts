import type { Consent } from '#contract/campaign/consents.ts'
import type { Launch } from './launch.ts'
import { filledOrNull, grouped } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'

/** The settings of a campaign's launch, beside its words (END-1 to END-3). */
export type LaunchTerms = {
  /** where orders are placed once it is launched, with scheme; null: it cannot be launched yet */
  shop: string | null
  /** how long the list goes first, unless the operator says otherwise; 0: not at all */
  listFirstDays: number
  /** how long after the launch the list is erased, unless the operator says otherwise */
  eraseAfterDays: number
  /** END-3: a closed list offers one mail when a next batch opens */
  tellOnce: boolean
}

/**
 * The page of a state that an operator set (END-1). A text in a list is one sentence. Blanks:
 * `{registered}`, `{goal}`, `{since}`, `{until}`, `{first}` (until when the list goes first) and
 * `{erase}` (when it is erased), times with the hour; `{sinceDay}`, `{firstDay}`, `{eraseDay}`
 * without. A sentence whose blank is not known is left out.
 */
export type EndWords = {
  /** the label and the line at the top of the page: the first sentence whose blanks are known */
  strip: { label: string; text: readonly string[] }
  /** the first whose blanks are known */
  chip: readonly string[]
  headline: string
  lead: readonly string[]
  note: readonly string[]
  bar: { title: string; text: readonly string[]; button: string | null }
  /** the words at the level of the drawing */
  level: readonly string[]
  /** other sites keep a card for weeks: it names no date and no count. Marks have blanks in `above`. */
  card: { above: string; title: string; text: string }
}

/**
 * The words of an open page once a mark of END-1 is reached. Null keeps the page's own words.
 * Blanks: `{goal}`, `{spots}` (how many there were), `{next}` (the next place).
 */
export type MarkWords = {
  chip: string | null
  /** replaces the first message at the top of the page */
  strip: string | null
  cta: string | null
  /** below the form */
  note: string | null
  /** the drawing's first call-out, and the words at its level */
  reward: string | null
  level: string | null
  /** BAR-1: stands in the bar after the next place, or instead of it */
  bar: { text: string; withPlace: boolean } | null
  /** replaces the words of POP-4 */
  popup: { title: string; items: readonly string[]; cta: string } | null
  card: EndWords['card']
}
/** Earlier marks take precedence. */
export const markNames = ['goal', 'spots', 'earlyBird'] as const
export type MarkName = (typeof markNames)[number]

export type EndCopy = Record<MarkName, MarkWords> & {
  closed: EndWords & {
    /** the form of LaunchTerms.tellOnce */
    once: { placeholder: string; cta: string; consent: Consent }
  }
  /** its page shows no goal, so it has no drawing with a level, and no sentence with `{goal}` */
  launched: Omit<EndWords, 'level'> & { cta: string }
  /** `kept`: to a visitor whose browser sends the address once the list is open again (FORM-6) */
  paused: EndWords & { kept: string }
}

export const endBlankNames = [
  'registered',
  'goal',
  'since',
  'until',
  'first',
  'erase',
  'sinceDay',
  'firstDay',
  'eraseDay',
  'spots',
  'next',
] as const

/**
 * The text of each blank of EndWords. One that is not known, or that is over at `now` (ms), is
 * missing.
 */
export type EndBlanks = { readonly [Name in (typeof endBlankNames)[number]]?: string | undefined }

export function endBlanks(
  launch: Launch,
  figures: { registered: number; goal: number } | null,
  { timeZone, now }: { timeZone: string; now: number },
): EndBlanks {
  const { since, until, listFirstUntil, eraseAt } = launch
  const ahead = (ms: number | null) => (ms !== null && ms > now ? ms : null)
  const [first, erase] = [ahead(listFirstUntil), ahead(eraseAt)]
  const at = (ms: number | null) => (ms === null ? undefined : inZone(ms, timeZone).dayAndTime)
  const day = (ms: number | null) => (ms === null ? undefined : inZone(ms, timeZone).day)
  return {
    registered: figures ? grouped(figures.registered) : undefined,
    goal: figures ? grouped(figures.goal) : undefined,
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
export const knownSentences = (sentences: readonly string[], blanks: EndBlanks): string[] =>
  sentences.flatMap((sentence) => filledOrNull(sentence, blanks) ?? [])
