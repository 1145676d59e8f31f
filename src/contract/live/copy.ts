/**
 * LIVE-2: the words around figures that the server counts. `{n}` is the figure. Ends of offers are
 * times with the hour, in the campaign's time zone.
 */
export type LiveCopy = {
  /** stands once in each area with live figures; `{time}` is when they were counted */
  asOf: string
  /** replaces the footer's note where no figure is simulated; `claims` follows where one is shown */
  note: string
  claims: string
  /** TOP-2: the second from half of the goal on; `{goal}` is the goal */
  strip: { next: string; share: string }
  /** LIVE-6: until half of the goal, above and below the level */
  gauge: {
    next: string
    soFar: string
    /** after joining: `awaits` until the visitor has confirmed, then `joined` */
    awaits: string
    joined: string
  }
  /**
   * BAR-1, BAR-2: `next` follows the next place, or stands alone where a mark says so (`withPlace`,
   * contract/launch/state-words.ts); `uncounted` stands where no place is counted
   */
  bars: { next: string; uncounted: string; reminder: string; withPlace?: boolean }
  /** LIVE-5: replaces what the page offers with founding status, once it has ended */
  foundingOver: { title: string; text: string; cta: string; uncounted: string }
  offers: OfferWords & {
    /** `{n}` pieces of `{most}` */
    left: string
    /** the last piece went at `{end}` */
    gone: string
    /** the unit that the clock of an end more than 48 hours away counts in first */
    days: string
    /** above the date of an end more than 30 days away, which has no clock */
    far: { program: string; founding: string }
  }
  /** in the language of `sections.earlyBird` */
  earlyBird: OfferWords & {
    /** replace the section's own words once it has ended; `{n}` is what is paid more in percent */
    over: { ref: string; after: string }
    /** replaces its title above the date of an end more than 30 days away */
    far: string
  }
  /** LIVE-7: how many confirmed in the last hour, today or this week; it names no person */
  notice: { hour: string; today: string; week: string; lang?: string }
  /** below the name of a quiz type: its share of all results in percent */
  quizType: string
}

type OfferWords = {
  /** it begins at `{begin}` */
  begins: string
  /** it ends at `{end}` */
  until: string
  /** it ends at `{end}`; the page said `{before}` earlier */
  moved: string
  /** it ended at `{end}` */
  ended: string
}
