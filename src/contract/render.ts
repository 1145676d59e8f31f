import type { FigureMode, PageFacts } from '#contract/live/figures.ts'
import type { LeaveStanding, LineStanding, NameField, PlaceAhead } from '#contract/line/standing.ts'
import type { LineAct, PersonalData } from '#contract/people/personal-data.ts'
import type {
  LetterTerms,
  LetterText,
  PlaceholderUse,
  TextProblem,
} from '#contract/letters/letters.ts'
import type { ShownSpot } from '#contract/line/spot.ts'
import type { Mail } from '#contract/mails/mails.ts'
import type { RuleChange } from '#contract/line/rules.ts'
import type { Passed } from '#contract/quiz/pages.ts'
import type { Answers, PerformanceType, QuestionKey } from '#contract/quiz/quiz.ts'
import type { OperatorMail } from '#contract/mails/operator-mails.ts'
import type { Repeat } from '#contract/promises/promises.ts'
import type { ScreenFrame } from '#contract/dashboard/views.ts'
import type { Origin, Placement } from '#contract/people/waitlist.ts'

/**
 * What the server passes to the React bundles, and what they return. Rendering is a pure function
 * of these values: no clock, no environment, no database.
 */

/**
 * A page of a link for one person: `address` is theirs, masked (`s***@example.com`), so that somebody
 * with two addresses, or with a forwarded mail, knows for whom its button acts.
 */
type ForPerson = { address?: string }

/** The state in which a form is served: as typed and refused, stored, or not stored yet. */
export type FormView =
  | { state: 'idle'; typed: string }
  /** FORM-2: `reason` if the page's own rule accepts the text */
  | { state: 'invalid'; typed: string; reason?: string | undefined }
  /** FORM-9: `formPath` leads to the same page with the form and the text in it */
  | { state: 'welcome'; email: string; formPath: string }
  /** 503: the store could not write */
  | { state: 'not-stored'; typed: string }
  /** 403: a page of another site sent it */
  | { state: 'elsewhere'; typed: string }
  /** 429: over budget; `retryAfterS` seconds until it can work */
  | { state: 'busy'; typed: string; retryAfterS: number }

/** A plain form that was not stored. */
export type RefusedView = Exclude<FormView, { state: 'welcome' | 'idle' }>
/** The landing page shows a form that was stored, or that was typed into on the page before. */
export type LandingFormView = Exclude<FormView, RefusedView>

/** The form under a quiz result: once it is saved, another page says so. */
export type SaveView = Exclude<FormView, { state: 'welcome' }>

/**
 * LINE-3: a visit by a friend's link. `via`: its code. `name`: shown by its owner, or empty.
 * Nothing tells whether the code is anybody's.
 */
export type FriendVisit = { via: string; name: string }

/** LINE-9: the place of the person whom the device remembers. `asOf` in ms. */
export type DevicePlace = { place: number; before: number; behind: number; asOf: number }

export type PageVisit =
  /**
   * `otherFormPath` beside a welcome leads to the page with the other form and the text in it
   * (FORM-9).
   */
  | {
      page: 'landing'
      pageToken: string
      form?: { placement: Placement; view: LandingFormView; otherFormPath?: string }
      friend?: FriendVisit
      device?: DevicePlace
    }
  /** FORM-8: a plain form of the landing page that was not stored, with what it sent. */
  | {
      page: 'refused-form'
      pageToken: string
      placement: Placement
      view: RefusedView
      origin: Origin
    }
  /**
   * END-1: at `/` instead of the landing page while `Site.facts` says that the list is paused,
   * closed or launched. `refused`: it answers a form that came too late (409). `form`: what the
   * form for one mail holds (END-3), or what the form that came too late held.
   */
  | { page: 'ended'; pageToken: string; refused?: boolean; form?: SaveView }
  /** END-3: after the form for one mail, and the link of its confirm mail. */
  | ({ page: 'once'; view: 'sent' | 'ask' | 'confirmed' | 'deleted'; action?: string } & ForPerson)
  | { page: 'not-found' }
  | { page: 'privacy' }
  /** LINE-9: how the line works. `changes` of its rule, oldest first. */
  | { page: 'line-rules'; changes: readonly RuleChange[] }
  /** Links in mails: `action` is the path that the button posts to. */
  /**
   * `quizTaken`: a quiz result is saved with the address, so that the page does not lead to the
   * quiz.
   */
  /**
   * LINE-9: `ahead` before the press, `standing` and the time of the confirmation after it; neither
   * where the campaign has no line, or the person has no place in it.
   */
  | ({
      page: 'confirm'
      view: 'ask' | 'done' | 'already'
      action: string
      quizTaken?: boolean
      ahead?: PlaceAhead
      standing?: LineStanding
      confirmedAt?: number
    } & ForPerson)
  /** `remove` and `removed` speak to somebody who never confirmed: there is no list to leave. */
  /** LINE-9: `line` says what is given up, or until when it waits. */
  | ({
      page: 'unsubscribe'
      view: 'ask' | 'remove' | 'done' | 'removed' | 'already'
      action: string
      line?: LeaveStanding
    } & ForPerson)
  /** LINE-10: ends the mails about friends, and no others. */
  | ({ page: 'stop-news'; view: 'ask' | 'done' | 'already'; action: string } & ForPerson)
  /**
   * A person's data. `action` is the path of the page, under which its buttons post. LINE-9: `line`
   * where the campaign has one and the person a place, or one to come back to.
   */
  | {
      page: 'me'
      action: string
      person: PersonalData
      /** to the line that a page of the campaign shows now, in whichever language */
      agreed?: boolean
      line?: { standing: LineStanding; remembered: boolean }
      /** LINE-9: of a person who has not confirmed */
      ahead?: PlaceAhead
    }
  /** LINE-9: asks before an act on the own page, and names what cannot be a first name. */
  | ({
      page: 'me-line'
      act: LineAct
      action: string
      mePath: string
      name?: NameField
    } & ForPerson)
  | ({
      page: 'me-consent'
      view: 'ask' | 'done' | 'already' | 'silenced'
      action: string
    } & ForPerson)
  | ({ page: 'me-erase'; view: 'ask'; action: string; mePath: string } & ForPerson)
  | ({ page: 'me-erase'; view: 'done'; action: string } & ForPerson)
  /** QUIZ-9: asks whether a quiz result is the person's. */
  | ({
      page: 'me-result'
      view: 'ask' | 'done' | 'already'
      type: PerformanceType
      savedAt: number
      action: string
    } & ForPerson)
  /** LINE-8: `action` is the path of the page, under which its buttons post. */
  | ({ page: 'spot'; action: string; spot: ShownSpot } & ForPerson)
  /** 429: too many codes of spots that are nobody's came from this network */
  | { page: 'spot-busy' }
  /** The token is unknown, spent for another purpose, or too old (404). */
  | { page: 'link-unknown' }
  /** 429: this was done by a link as often as it can be in a day. */
  | ({ page: 'try-tomorrow'; act: Repeat } & ForPerson)
  /**
   * The store is away while a page or a button needs it (503). `sent`: what the form of a button
   * contained, which is sent again; without it the page is loaded again.
   */
  | { page: 'try-later'; action: string; sent?: Readonly<Record<string, string>> }
  /**
   * QUIZ-1 without script. `answers` are those given so far, of whichever question; `origin` is
   * that of the visit to the page that led here. QUIZ-9: `proof` where that was the person's own.
   */
  | ({ page: 'quiz-question'; question: QuestionKey } & Passed)
  /** QUIZ-4 without script. `key` is the idempotency key, drawn with the result. */
  | ({
      page: 'quiz-result'
      answers: Answers
      key: string
      pageToken: string
      view: SaveView
    } & Passed)
  | ({ page: 'quiz-saved'; type: PerformanceType; email: string } & Pick<Passed, 'resultIn'>)
  /**
   * ROUTE-3. Rendered once, by the build, since it must be there when rendering is what fails;
   * `{request}` stands for the request's id.
   */
  | { page: 'unexpected' }

/** `html` goes into the body, `title` and `head` into the head. */
export type Rendered = {
  status: number
  title: string
  /** the title's language, where it is not the document's */
  titleLang?: string | undefined
  /** further head elements, e.g. `<meta name="robots" …>` */
  head: string
  html: string
  /** sections that threw (FLOW-3): the page is served `no-store` and each is logged */
  failures: readonly { section: string; error: unknown }[]
}

/**
 * What depends on where it runs: the public address without a slash at its end, the public key of
 * the calls (CALL-5), and how people are entered.
 */
export type Site = {
  publicUrl: string
  anonKey: string
  optIn: 'double' | 'single'
  /** HERO-12: in development the page names each fact that is not given yet */
  showGaps?: boolean
  /** left out: every figure as the campaign says, and the list is open */
  facts?: PageFacts
}

export type LandingVisit = Extract<PageVisit, { page: 'landing' }>
export type RenderPage = (visit: PageVisit, site: Site) => Rendered

export type RenderedMail = { subject: string; html: string; text: string }
/** `figures`: whether mails name what only simulated figures say; left out, they do. */
export type RenderMail = (mail: Mail, figures?: FigureMode) => Promise<RenderedMail>
export type RenderOperatorMail = (mail: OperatorMail) => Promise<RenderedMail>

/**
 * One person who gets a letter. URLs are absolute; `quizType` is the value of `{type}`, and the
 * last three are those of the placeholders of their names (LINE-10).
 */
export type LetterRecipient = {
  email: string
  unsubscribeUrl: string
  meUrl: string
  quizType?: PerformanceType | undefined
} & LineValues
/** A person's place, link and spot for a letter, as far as they have one. */
export type LineValues = { place?: number; link?: string; code?: string }
/**
 * Throws on a text that `checkLetter` refuses, and where a placeholder has neither value nor
 * fallback.
 */
export type RenderLetter = (text: LetterText, recipient: LetterRecipient) => Promise<RenderedMail>
/** Empty if the letter may be sent. Sorted by field, then by line. */
export type CheckLetter = (text: LetterText, terms: LetterTerms) => TextProblem[]
/** In the order of the text: subject, preview, body. Other braces are left out. */
export type PlaceholdersIn = (text: LetterText) => PlaceholderUse[]

/** How a kept mail is shown: at two widths, in the dark scheme, or its text part alone. */
export const mailViews = ['600', '375', 'dark', 'text'] as const
export type MailView = (typeof mailViews)[number]

/** In the rendered page, instead of the path of the sheet below the hero, whose name has a hash. */
export const belowFoldSheet = '/below-fold.css'
/**
 * The same for the sheet of the line's pages, the script of a person's own link, and the script of
 * operators' screens.
 */
export const lineSheet = '/line.css'
export const ownLinkScript = '/own-link.js'
export const screensScript = '/screens.js'

/** The modules that `vite build` writes into dist/NAME/server. */
export type PageBundle = { renderPage: RenderPage }
export type MailBundle = {
  renderMail: RenderMail
  renderOperatorMail: RenderOperatorMail
  renderLetter: RenderLetter
  checkLetter: CheckLetter
  placeholdersIn: PlaceholdersIn
}
/** Which views there are, `RenderDashboard` of `server/dashboard/views.ts` says. */
export type DashboardBundle = {
  renderDashboard: (view: { screen: string }, frame?: ScreenFrame) => Rendered
}
