import type { PerformanceType } from '#contract/quiz/quiz.ts'
import { overlayKeys, type OverlayKey } from '#contract/campaign/overlays.ts'
import { sectionNames, type SectionName } from '#contract/campaign/sections.ts'
import { placements, type Placement } from '#contract/people/waitlist.ts'

/** Where on the page an event happens: in a section, or in an overlay by its key. */
export type PagePart = SectionName | OverlayKey

/** TRACK-1: an event as the code that observes it reports it. */
export type EventInput =
  | { action: 'section_view'; section: PagePart }
  /** `label` is the visible text of what was pressed; no `section` if it is in none */
  | { action: 'cta_click'; label: string; section?: PagePart }
  /** the address stays in the browser */
  | { action: 'email_captured'; section: Placement; email: string }
  | { action: 'quiz_started'; label: 'performance quiz' }
  | { action: 'quiz_completed'; label: PerformanceType; value: number }
export type Action = EventInput['action']

export const categories = {
  section_view: 'engagement',
  cta_click: 'conversion',
  email_captured: 'conversion',
  quiz_started: 'quiz',
  quiz_completed: 'quiz',
} as const satisfies Record<Action, string>

/**
 * An event as the browser stores it (TRACK-1). `timestamp` is in ms since 1970. Only email_captured
 * has an `email`, in lower case.
 */
export type PageEvent = {
  action: Action
  category: (typeof categories)[Action]
  label: string
  section?: PagePart
  /** the quiz's score */
  value?: number
  email?: string
  timestamp: number
  url: string
  userAgent: string
  sessionId: string
}

const pageParts: readonly string[] = [...sectionNames, ...overlayKeys]

/**
 * All that the server counts: of each action, how often in which part of the page. Labels are names
 * of the code, never texts: counts survive a change of copy, and a request cannot make the server
 * store a text.
 */
export const countedNames = {
  section_view: pageParts,
  cta_click: pageParts,
  email_captured: placements as readonly string[],
  /**
   * An overlay that opened, and one that its visitor closed without signing up in it. These are no
   * events of TRACK-1.
   */
  shown: overlayKeys as readonly string[],
  closed: overlayKeys as readonly string[],
  /** DASH-9, no events of TRACK-1: an opening of the page, and the first form typed in since then */
  page_view: ['page'] as readonly string[],
  form_touched: placements as readonly string[],
  quiz_started: ['quiz'] as readonly string[],
  quiz_completed: ['quiz'] as readonly string[],
  /** DASH-3, no event of TRACK-1: a press of what shares a person's own link (LINE-9) */
  link_shared: ['own-link'] as readonly string[],
}
export type CountedAction = keyof typeof countedNames

/** TRACK-2: with the origin of a page view, all that leaves the browser (`POST /events`). */
export type EventCount = { event: CountedAction; label: string; count: number }
/** `source` and `referrer` as in `Origin`: with a page view, where the visit came from. */
export type EventBatch = { counts: EventCount[]; source?: string; referrer?: string }

export const isCounted = (event: string, label: string): event is CountedAction =>
  Object.hasOwn(countedNames, event) && countedNames[event as CountedAction].includes(label)

/**
 * The largest count of an entry: a visitor does not press a thing more often between two batches.
 */
export const maxCount = 100

/** The most entries of a batch: each name is in it once. */
export const maxEntries = () => Object.values(countedNames).flat().length
