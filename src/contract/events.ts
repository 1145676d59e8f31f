import { sectionNames, type SectionName as PageSection } from './sections.ts'
import { placements, type Placement } from './waitlist.ts'

/** What stands over the page, by its key. */
export const overKeys = ['sticky-bar', 'second-bar', 'exit-intent', 'exit-intent-second'] as const
export type SectionName = PageSection | (typeof overKeys)[number]

/** TRACK-1: what can happen on the page, as whoever saw it tells it. */
export type Happening =
  | { action: 'section_view'; section: SectionName }
  /** `label` is the pressed thing's visible text; without `section` it stands in none */
  | { action: 'cta_click'; label: string; section?: SectionName }
  /** the address stays in the browser */
  | { action: 'email_captured'; section: Placement; email: string }
  | { action: 'quiz_started'; label: 'performance quiz' }
  | { action: 'quiz_completed'; label: 'focus' | 'energy' | 'stress' | 'motivation'; value: number }
export type Action = Happening['action']

export const categories = {
  section_view: 'engagement',
  cta_click: 'conversion',
  email_captured: 'conversion',
  quiz_started: 'quiz',
  quiz_completed: 'quiz',
} as const satisfies Record<Action, string>

/** An event as the browser keeps it (TRACK-1). `timestamp` is in ms since 1970; `email` is lower-cased, and only on email_captured. */
export type PageEvent = {
  action: Action
  category: (typeof categories)[Action]
  label: string
  section?: SectionName
  /** the quiz's score */
  value?: number
  email?: string
  timestamp: number
  url: string
  userAgent: string
  sessionId: string
}

/** What opens over the page and is closed by the visitor. */
export const openedKeys = [...overKeys, 'video-overlay', 'quiz-modal', 'quiz-result'] as const
export type OpenedKey = (typeof openedKeys)[number]

const sections: readonly string[] = [...sectionNames, ...overKeys]

/**
 * All that the server counts: of each action, how often in which part of the page. The names are the page's own and never
 * a text, so that a count says the same after a change of copy, and nobody can have the server keep words of theirs.
 */
export const countedNames = {
  section_view: sections,
  cta_click: sections,
  email_captured: placements as readonly string[],
  /** a popup or bar that opened, and one that its visitor closed without a sign-up in it; no event of TRACK-1 */
  shown: openedKeys as readonly string[],
  closed: openedKeys as readonly string[],
}
export type CountedAction = keyof typeof countedNames

/** TRACK-2: the whole of what leaves the browser. `POST /events` takes `{ counts: EventCount[] }`. */
export type EventCount = { event: CountedAction; label: string; count: number }

export const isCounted = (event: string, label: string): event is CountedAction =>
  Object.hasOwn(countedNames, event) && countedNames[event as CountedAction].includes(label)

/** One batch's: each name comes once, and nobody presses a thing more often between two batches. */
export const countLimits = { entries: 48, each: 100 } as const
