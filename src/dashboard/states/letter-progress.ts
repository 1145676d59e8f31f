import type { LetterCounts, ProviderLetterCounts } from '#contract/letters.ts'
import { dayMs, hourMs, minuteMs } from '#contract/time.ts'
import type { CurvePoint } from '#server/letters/ramp.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { asOf } from './figure-buckets.ts'
import { letterForm, letterId } from './letter-draft.ts'

/** The counts of a letter of which no mail has been sent. */
export const noCounts: LetterCounts = {
  queued: 0,
  accepted: 0,
  bounced: 0,
  refused: 0,
  uncertain: 0,
  skipped: 0,
  declined: 0,
  returned: 0,
  complained: 0,
  left: 0,
}

const rules: ViewOf<'letter-confirm'>['rules'] = {
  plan: { firstHour: 500, growth: 2, perProvider: { firstHour: 250, growth: 2 } },
  stops: {
    bounces: { atLeast: 25, share: 0.05, of: 2_000 },
    complaints: { atLeast: 6, share: 0.003 },
  },
}

const begunAt = asOf - 162 * minuteMs
export const planFrom = (start: number): CurvePoint[] =>
  [0, 500, 1_500, 3_500, 7_500, 8_412].map((mails, hour) => ({
    atMs: start + (hour === 5 ? 4.2 : hour) * hourMs,
    mails,
  }))

/** The letter before it is sent. */
export const question: ViewOf<'letter-confirm'> = {
  screen: 'letter-confirm',
  id: letterId,
  revision: 4,
  subject: letterForm.fields.subject,
  audience: { type: '', source: '' },
  people: 8_412,
  problems: [],
  warnings: [],
  testedAtMs: asOf - 165 * minuteMs,
  providers: [
    { provider: 'gmail.com', people: 3_758, mails: 1_204, bounced: 4 },
    { provider: 'outlook.com', people: 1_501, mails: 640, bounced: 4 },
    { provider: 'icloud.com', people: 965, mails: 303, bounced: 1 },
    { provider: 'gmx.de', people: 586, mails: 214, bounced: 1 },
    { provider: 'other', people: 1_602, mails: 812, bounced: 10 },
  ],
  plan: planFrom(asOf),
  rules,
  mailsPerHour: 4_000,
  day: '',
  time: '',
  timeZone: 'Europe/Amsterdam',
  destination: 'smtp',
  doctor: { atMs: asOf - 2 * hourMs, wrong: [] },
  mailStops: [],
}

const provider = (name: string, of: Partial<LetterCounts>): ProviderLetterCounts => ({
  provider: name,
  ...noCounts,
  ...of,
})
const providers: ProviderLetterCounts[] = [
  provider('gmail.com', { queued: 3_758, accepted: 1_739, bounced: 3, left: 3 }),
  provider('outlook.com', { queued: 1_501, accepted: 693, bounced: 3, left: 1 }),
  provider('icloud.com', { queued: 965, accepted: 447, bounced: 1 }),
  provider('gmx.de', { queued: 586, accepted: 270, bounced: 2, left: 1 }),
  provider('other', { queued: 1_602, accepted: 736, bounced: 2, refused: 4, left: 1 }),
]

/** The same letter while it is sent; `stopped` and `done` are other letters. */
export const progress: ViewOf<'letter'> = {
  screen: 'letter',
  id: letterId,
  destination: 'smtp',
  state: 'sending',
  subject: letterForm.fields.subject,
  audience: { type: '', source: '' },
  people: 8_412,
  mayHaveIt: null,
  sentBy: 'anna@fuel.example',
  plannedAtMs: begunAt,
  pausedAtMs: null,
  pausedBy: null,
  pausedMs: 0,
  endedAtMs: null,
  doneByMs: begunAt + 4.4 * hourMs,
  counts: { ...noCounts, queued: 8_412, accepted: 3_885, bounced: 11, refused: 4, left: 6 },
  providers,
  plan: planFrom(begunAt),
  sent: [
    { atMs: begunAt, mails: 0 },
    { atMs: begunAt + hourMs, mails: 500 },
    { atMs: begunAt + 2 * hourMs, mails: 1_490 },
    { atMs: asOf, mails: 3_900 },
  ],
  checks: [
    { rule: 'bounces', found: 8, mails: 2_000, most: 100 },
    { rule: 'complaints', found: 1, mails: 3_885, most: 11.655 },
  ],
}

export const stopped: ViewOf<'letter'> = {
  ...progress,
  state: 'paused',
  pausedBy: 'bounces',
  pausedAtMs: asOf - 9 * minuteMs,
  pausedMs: 9 * minuteMs,
  subject: 'A word to those from TikTok',
  people: 1_311,
  doneByMs: null,
  counts: { ...noCounts, queued: 1_311, accepted: 571, bounced: 31, left: 9 },
  checks: [
    { rule: 'bounces', found: 31, mails: 602, most: 30.1 },
    { rule: 'complaints', found: 0, mails: 571, most: 6 },
  ],
}

export const done: ViewOf<'letter'> = {
  ...progress,
  state: 'done',
  subject: 'The unit, taken apart',
  people: 5_206,
  endedAtMs: asOf - 20 * dayMs,
  plannedAtMs: asOf - 20 * dayMs - 4 * hourMs,
  doneByMs: null,
  counts: {
    ...noCounts,
    queued: 5_206,
    accepted: 5_171,
    bounced: 19,
    refused: 4,
    skipped: 10,
    uncertain: 2,
    returned: 12,
    complained: 1,
    left: 14,
  },
  plan: [],
  sent: [],
  checks: [],
}
