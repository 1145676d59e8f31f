import { z } from 'zod'
import { everyNumber, lang, mayOffer, textsWith } from './text.ts'

const text = textsWith({ promises: true, numbers: everyNumber })

const offerWords = {
  /** it begins at `{begin}` */
  begins: text('begin'),
  /** it ends at `{end}` */
  until: text('end'),
  /** it ends at `{end}`; the page said `{before}` earlier */
  moved: text('end', 'before'),
  /** it ended at `{end}` */
  ended: text('end'),
}

/**
 * LIVE-2: the words around figures that the server counts. `{n}` is the figure. Ends of offers are
 * times with the hour, in the campaign's time zone.
 */
export const liveSchema = z.strictObject({
  /** stands once in each area with live figures; `{time}` is when they were counted */
  asOf: text('time'),
  /** replaces the footer's note where no figure is simulated; `claims` follows where one is shown */
  note: text(),
  claims: text(),
  /** TOP-2: the second from half of the goal on; `{goal}` is the goal */
  strip: z.strictObject({ next: text('n'), share: text('n', 'goal') }),
  /** LIVE-6: until half of the goal, above and below the level */
  gauge: z.strictObject({
    next: text(),
    soFar: text('n', 'goal'),
    /** after joining: `awaits` until the visitor has confirmed, then `joined` */
    awaits: text(),
    joined: text(),
  }),
  /**
   * BAR-1, BAR-2: `next` follows the next place, or stands alone where a mark says so (`withPlace`,
   * ends.ts); `uncounted` stands where no place is counted
   */
  bars: z.strictObject({
    next: text(),
    uncounted: text(),
    reminder: text('n'),
    withPlace: z.boolean().optional(),
  }),
  /**
   * LIVE-5: replaces the words of the last section, once its offer of `{n}` pieces has ended; null
   * where no offer is shown in it
   */
  finalOver: z
    .strictObject({
      title: text('n?', ...mayOffer),
      text: text('n?', ...mayOffer),
      cta: text(),
      uncounted: text(),
    })
    .nullable(),
  offers: z.strictObject({
    ...offerWords,
    /** `{n}` pieces of `{most}` */
    left: text('n', 'most'),
    /** the last piece went at `{end}` */
    gone: text('most', 'end'),
    /** the unit that the clock of an end more than 48 hours away counts in first */
    days: text(),
    /** above the date of an end more than 30 days away, which has no clock */
    far: z.strictObject({ exclusivity: text(), final: text() }),
  }),
  /** in the language of `sections.earlyBird` */
  earlyBird: z.strictObject({
    ...offerWords,
    /** replace the section's own words once it has ended; `{n}` is what is paid more in percent */
    over: z.strictObject({ ref: text(), after: text('n') }),
    /** replaces its title above the date of an end more than 30 days away */
    far: text(),
  }),
  /** LIVE-7: how many confirmed in the last hour, today or this week; it names no person */
  notice: z.strictObject({ hour: text('n'), today: text('n'), week: text('n'), lang }),
  /** below the name of a quiz type: its share of all results in percent */
  quizType: text('n'),
})
