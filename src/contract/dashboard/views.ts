import { type AskView } from './ask.ts'
import { type Role, type SentForm } from './navigation.ts'

/**
 * The operator's screens (DASH-1 to DASH-7): what the server passes to the dashboard's bundle.
 * Times are in ms since 1970; the screens show them in the campaign's time zone.
 */

/** The frame of every screen behind the sign-in. */
export type ScreenFrame = {
  /** an operator's address, or `shell` for a link that `npm run dashboard` printed */
  operator: string
  role: Role
  /** DASH-8: masked anew in each response */
  formToken: string
  asOf: number
  engine: 'SQLite' | 'Postgres'
  /** null: none was made or recorded. `isChecked`: the whole copy was read again */
  lastBackup: { at: number; isChecked: boolean } | null
  /** the last act, where the screen follows it: says what happened */
  done?: DoneAct
}

/**
 * An act of the log, as the screen after it reports it. `undo` is the path that a button posts to.
 */
export type DoneAct = { text: string; undo?: { path: string; label: string } }

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
