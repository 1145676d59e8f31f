import type { AskView } from './ask.ts'

/**
 * The operator's screens (DASH-1 to DASH-7): what the server passes to the dashboard's bundle.
 * Times are in ms since 1970; the screens show them in the campaign's time zone.
 */

/** DASH-1: an operator can do everything; a reader sees counts and masked addresses. */
export type Role = 'operator' | 'reader'

/**
 * Every screen in the navigation: its path and whether a reader may open it. `ofLine`: only where
 * the campaign has a line.
 */
export const navigation = {
  overview: { path: '/dashboard', title: 'Overview', reader: true },
  people: { path: '/dashboard/people', title: 'People', reader: true },
  line: { path: '/dashboard/line', title: 'Line', reader: true, ofLine: true },
  waves: { path: '/dashboard/waves', title: 'Waves', reader: true, ofLine: true },
  letters: { path: '/dashboard/letters', title: 'Letters', reader: true },
  mail: { path: '/dashboard/mail', title: 'Mail', reader: true },
  launch: { path: '/dashboard/launch', title: 'Launch', reader: true },
  figures: { path: '/dashboard/figures', title: 'Figures', reader: true },
  settings: { path: '/dashboard/settings', title: 'Settings', reader: false },
  activity: { path: '/dashboard/activity', title: 'Activity', reader: true },
} as const satisfies Record<string, NavEntry>
type NavEntry = { path: string; title: string; reader: boolean; ofLine?: true }
export type NavName = keyof typeof navigation

/** The entries of the navigation that somebody sees. */
export const entriesFor = (role: Role, hasLine: boolean): [name: string, entry: NavEntry][] =>
  Object.entries<NavEntry>(navigation).filter(
    ([, { reader, ofLine }]) => (reader || role === 'operator') && (hasLine || !ofLine),
  )

/** Below the overview: all sources of a range. */
export const sourcesPath = '/dashboard/sources'

export const dashboardPaths = {
  signIn: '/dashboard/sign-in',
  signOut: '/dashboard/sign-out',
  endSession: '/dashboard/end-session',
  endAllSessions: '/dashboard/end-all-sessions',
} as const

/** The field of each form that proves that one of our own screens sent it (DASH-2). */
export const formTokenField = 'form_token'

/** The frame of every screen behind the sign-in. */
export type ScreenFrame = {
  /** an operator's address, or `shell` for a link that `npm run dashboard` printed */
  operator: string
  role: Role
  /** DASH-8: masked anew in each response */
  formToken: string
  asOfMs: number
  engine: 'SQLite' | 'Postgres'
  /** null: none was made or recorded. `isChecked`: the whole copy was read again */
  lastBackup: { atMs: number; isChecked: boolean } | null
  /** the last act, where the screen follows it: says what happened */
  done?: DoneAct
}

/**
 * An act of the log, as the screen after it reports it. `undo` is the path that a button posts to.
 */
export type DoneAct = { text: string; undo?: { path: string; label: string } }

/** The fields that a form sent. */
export type SentForm = readonly (readonly [name: string, value: string])[]

/** Screens in front of the sign-in. */
export type SignInView =
  /** `sendsMail`: a mail server is configured */
  | {
      screen: 'sign-in'
      sendsMail: boolean
      typed: string
      wrong?: 'address' | 'too-many' | undefined
    }
  | { screen: 'sign-in-sent'; typed: string }
  /** the button that signs in as `operator`, whose link was opened */
  | { screen: 'sign-in-ask'; operator: string; path: string }
  | { screen: 'sign-in-old' }
  /** a form whose session ended; its fields wait until the person has signed in again */
  | { screen: 'session-ended'; path: string; fields: SentForm }
  /**
   * 503: the store does not answer. `form`: what a form contained, with the session's form token,
   * so that it can be sent again; without it the screen at `path` is loaded again.
   */
  | { screen: 'dashboard-away'; path: string; form?: SentForm }

/**
 * Screens behind the sign-in whose views both sides declare here. `server/dashboard/views.ts` adds
 * those whose view is what their loader returns.
 */
export type SharedView =
  | AskView
  /** 413: the form is larger than any letter */
  | { screen: 'letter-too-large'; wrong: 'too-large' }
  /** a form that came with the token of an earlier session: the button sends it again */
  | { screen: 'send-again'; path: string; fields: SentForm }
  | { screen: 'not-found' }
  /** 403: a reader asked for what only an operator may see or do */
  | { screen: 'operators-only' }
