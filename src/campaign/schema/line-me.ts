import { z } from 'zod'
import type { LineAct } from '#contract/people/personal-data.ts'
import { ruleText } from './line-pages.ts'
import { lineText as text, heading, textNow } from './line-text.ts'

const move = text('date?', 'place?')
const reward = text('reward?', 'date?', 'note?')

/** The personal data of the line. */
const kept = z.strictObject({
  label: text(),
  line: z.strictObject({
    title: text(),
    order: text('n?'),
    friends: text('friends?', 'lookedAt?'),
    /** LINE-5: which friends wait, with the blanks of the rules */
    lookedAt: ruleText,
    /** friends who count for the place alone */
    placeOnly: text('n?'),
    byLink: text(),
    byNobody: text(),
    move: z.strictObject({
      confirmed: move,
      friend: move,
      'friend-less': move,
      invited: move,
      back: move,
      end: move,
    }),
    reward: z.strictObject({
      reached: reward,
      'taken-back': reward,
      yours: reward,
      gone: reward,
      withdrawn: reward,
    }),
    number: text('reward?', 'n?'),
    spot: text('n?', 'place?', 'state?', 'date?', 'time?'),
    spotStates: z.strictObject({
      invited: text(),
      came: text(),
      expired: text(),
      passed: text(),
      left: text(),
    }),
  }),
  /** `rename` leads to the page of the name, once there is one */
  link: z.strictObject({
    title: text(),
    code: text('code?', 'date?'),
    named: text('name?'),
    unnamed: text(),
    rename: text(),
  }),
  news: z.strictObject({ title: text(), on: text(), stopped: text('date?') }),
  device: z.strictObject({ title: text(), remembered: text(), forgotten: text() }),
})

/** `link`: what leads to it from the page. */
const act = z.strictObject({ ...heading, link: text(), button: text() })

const away = text('date?', 'time?')
const placeWaits = text('date?')

const leave = z.strictObject({
  ask: z.strictObject({
    ...textNow(text()),
    chip: text(),
    above: text(),
    stay: text(),
    /** instead, for somebody whose spot is held or taken */
    spot: z.strictObject({ held: z.strictObject(textNow(away)), taken: text(), stay: text() }),
    level: text(),
    without: text('n?'),
  }),
  /** `n`: days until the place is lost */
  left: z.strictObject({
    ...textNow(placeWaits),
    chip: text(),
    one: text('n?'),
    some: text('n?'),
    erase: text(),
  }),
})

/**
 * LINE-9: the words of a person's own page about the line, of its acts and of leaving. Days and
 * times are in the campaign's time zone.
 */
export const lineMeSchema = z.strictObject({
  /** the page's name, in the window's title */
  title: text(),
  /** above the place */
  above: text(),
  dials: z.strictObject({
    before: text(),
    behind: text(),
    friends: z.strictObject({ one: text(), some: text() }),
    lookedAt: text(),
  }),
  chart: z.strictObject({
    caption: text(),
    says: text('steps?'),
    point: move,
    now: move,
  }),
  crowd: z.strictObject({ label: text(), of: text('n?'), goal: text('n?') }),
  /** instead of a place */
  invited: z.strictObject({ title: text(), text: away }),
  taken: away,
  waits: z.strictObject(textNow(away)),
  quiz: z.strictObject({ label: text(), saved: text('date?') }),
  kept,
  /** `jump`: what leads to it from the top of the page */
  out: z.strictObject({ ...textNow(text()), label: text(), title: text(), jump: text() }),
  acts: z.strictObject({
    name: act,
    'new-link': act,
    'stop-news': act,
    news: act,
    remember: act,
    forget: act,
  } satisfies Record<LineAct, typeof act>),
  /** from the page of an act back to the own page */
  back: text(),
  name: z.strictObject({ label: text(), hint: text(), wrong: text(), remove: text() }),
  leave,
})
