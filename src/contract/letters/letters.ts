import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Language } from '#contract/campaign/languages.ts'
import type { LetterGap } from '#contract/mails/mails.ts'
import type { TypeFilter } from '#contract/people/list.ts'
import { grouped } from '#contract/english.ts'

/** LETTER-1: what an operator writes. `subject` and `preview` are one line; `body` is Markdown. */
export type LetterText = { subject: string; preview: string; body: string }
export type LetterTextField = keyof LetterText

/**
 * The texts of a letter by language. People read that of their language, or that of the `fallback`,
 * which always has one: empty while nobody has written it.
 */
export type LetterTexts = { fallback: Language; texts: Readonly<Record<Language, LetterText>> }

/** The language in which somebody reads a letter. `languages`: those that it has a text in. */
export const languageToRead = (
  { fallback, languages }: { fallback: Language; languages: readonly Language[] },
  language: Language,
): Language => (languages.includes(language) ? language : fallback)

/** What names a letter: the subject of its fallback. */
export const subjectOf = ({ fallback, texts }: LetterTexts): string => texts[fallback]!.subject

/** In characters, as JavaScript counts them. The preview may be empty. */
export const letterLimits = { subject: 150, preview: 200, body: 10_000 } as const

export type LetterState = 'draft' | 'scheduled' | 'sending' | 'paused' | 'stopped' | 'done'

/**
 * The cause of a letter's pause: an operator; the rule that stopped it; nothing of it left for 72
 * hours (`late`); the store was put back to an earlier time, or mail was held (`held`).
 */
export type PausedBy = 'operator' | 'bounces' | 'complaints' | 'late' | 'held'

/**
 * LETTER-4: what became of a letter's mails. `queued`: all of them; `accepted`, `bounced`,
 * `refused`: the mail server's answer; `uncertain`: it may have arrived; `skipped`: its person left,
 * was silenced, suspended or erased before it was sent; `kept`: stored and not sent, as there was no
 * mail server; `returned`: a hard bounce reported after it
 * was accepted; `complained`; `declined`: it came back for another reason after it was accepted, which
 * suppresses nobody and stops no letter; `left`: the person left by a link in it.
 */
export const letterOutcomes = [
  'queued',
  'accepted',
  'bounced',
  'refused',
  'uncertain',
  'skipped',
  'kept',
  'returned',
  'complained',
  'declined',
  'left',
] as const
export type LetterOutcome = (typeof letterOutcomes)[number]
export type LetterCounts = Record<LetterOutcome, number>
export type ProviderLetterCounts = LetterCounts & { provider: string }
/** `language`: of the text that was sent. */
export type LanguageLetterCounts = LetterCounts & { language: Language }

/**
 * LETTER-1: the confirmed people whom a letter is for. Empty fields mean any. `type`: of the last
 * quiz result, `none` for people without one. `source`: where people came from, see `originName`.
 */
export type LetterAudience = { type: TypeFilter | ''; source: string }

/**
 * A problem that prevents sending, in words for the author. `language`: of the text with the problem.
 * `sender`: the campaign does not say who writes. `line` is a line of the body, from 1. `gap`: the gap
 * of a starting text (`letterGaps`) that is still to be filled in.
 */
export type LetterProblem = TextProblem & { language?: Language }
export type TextProblem = {
  field: LetterTextField | 'language' | 'audience' | 'sender'
  message: string
  line?: number
  gap?: LetterGap
}

/**
 * What differs between the people of an audience: written `{type}`, or with a fallback for people
 * without it `{type|your type}`. `place`: in the line, as the mail leaves. `link`: the address that
 * they share. `code`: of the spot that a wave gave them, and no other code: one that is shared
 * opens nothing in a shop. Without a line in the campaign these three need a fallback.
 */
export const placeholders = ['place', 'link', 'code', 'type'] as const
export type Placeholder = (typeof placeholders)[number]

/** `fallback` is null where none is written; it may be the empty text. */
export type PlaceholderUse = { name: Placeholder; fallback: string | null }

/**
 * `publicUrl`: the address that pictures may be loaded from. `everyoneHasValues`: no
 * fallback is missing, or who would need it is counted elsewhere (server/letters/send.ts).
 */
export type LetterTerms = { publicUrl: string; everyoneHasValues?: boolean }

/** LETTER-3: how fast a letter leaves, up to MAILS_PER_HOUR, and what stops it. */
export type LetterRules = Campaign['letters']
export type LetterPlan = LetterRules['plan']
export type Ramp = LetterPlan['perProvider']
export type LetterStops = LetterRules['stops']
/** A letter stops above the share, but never at `atLeast` or fewer. */
export type StopLimit = LetterStops['complaints']

/** Gmail shows the first 102 KB of a mail's HTML. The limit leaves room for longer links. */
const mostHtmlBytes = 100_000

export const kilobytes = (bytes: number): string =>
  `${grouped(Math.max(1, Math.round(bytes / 1_000)))} KB`

/** What to do about a letter whose end Gmail would hide; null where it is short enough. */
export const sizeWarning = (htmlBytes: number): string | null =>
  htmlBytes <= mostHtmlBytes
    ? null
    : `The HTML has ${kilobytes(htmlBytes)}. Gmail shows the first 102 KB and hides the rest, with the link to unsubscribe at the end. Shorten the text, use fewer and longer paragraphs, or send two letters.`

/**
 * A letter's state in a word. A rule that paused it says that it stopped; after a restore it is held.
 * `counts`: without a mail server a letter that is done was not sent.
 */
export function letterState(
  state: LetterState,
  pausedBy: string | null,
  counts: LetterCounts | null = null,
): string {
  if (state === 'done' && counts !== null && isOnlyKept(counts)) return 'Kept, not sent'
  if (state === 'paused' && pausedBy === 'held') return 'Held'
  if (state === 'paused')
    return isStoppedByRule(state, pausedBy) ? 'Stopped automatically' : 'Paused'
  return names[state]
}

/** Mails that the mail server has answered. */
export const sentOf = ({ accepted, bounced, refused, uncertain }: LetterCounts): number =>
  accepted + bounced + refused + uncertain

/** The mails that wait or are being sent. */
export const waitingOf = (counts: LetterCounts): number =>
  Math.max(0, counts.queued - sentOf(counts) - counts.skipped - counts.kept)

/** There was no mail server for any mail of the letter. */
export const isOnlyKept = (counts: LetterCounts): boolean => counts.kept > 0 && sentOf(counts) === 0

export const isStoppedByRule = (state: LetterState, pausedBy: string | null): boolean =>
  state === 'paused' && pausedBy !== 'operator'

const names: Record<LetterState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  stopped: 'Stopped',
  done: 'Sent',
}

/** A draft may have no subject yet. */
export const titleOf = (subject: string): string => subject.trim() || 'Without a subject'
