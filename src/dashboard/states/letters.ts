import type {
  CurvePoint,
  LetterCounts,
  LetterForm,
  LetterProgress,
  LetterQuestion,
  LetterRow,
  LetterScreenView,
  ProviderLetterCounts,
} from '#contract/letter-screens.ts'
import type { ScreenFrame } from '#contract/screens.ts'
import { asOf } from './figures.ts'
import type { DashboardState } from './list.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const id = '0193-letter'

const frame: ScreenFrame = {
  operator: 'anna@fuel.example',
  role: 'operator',
  formToken: 'x'.repeat(86),
  asOfMs: asOf,
  engine: 'SQLite',
  lastBackup: { atMs: asOf - 9 * 3_600_000, isChecked: true },
}

const none: LetterCounts = {
  queued: 0,
  accepted: 0,
  bounced: 0,
  refused: 0,
  uncertain: 0,
  skipped: 0,
  returned: 0,
  complained: 0,
  left: 0,
}

const row = (subject: string, of: Partial<LetterRow>): LetterRow => ({
  id: subject.toLowerCase().replaceAll(/\W+/g, '-'),
  subject,
  state: 'done',
  pausedBy: null,
  atMs: asOf - 20 * dayMs,
  people: 5_206,
  counts: { ...none, accepted: 5_171, bounced: 31, left: 14 },
  ...of,
})

const letters: readonly LetterRow[] = [
  row('Your code is inside', {
    state: 'draft',
    atMs: asOf - 3 * hourMs,
    people: null,
    counts: none,
  }),
  row('Early access opens Thursday', {
    state: 'sending',
    atMs: asOf - 162 * minuteMs,
    people: 8_412,
    counts: { ...none, accepted: 3_885, bounced: 11, left: 6 },
  }),
  row('The shop is open', {
    state: 'scheduled',
    atMs: asOf + 2 * dayMs,
    people: 8_412,
    counts: none,
  }),
  row('The unit, taken apart', {}),
  row('A word to those from TikTok', {
    state: 'paused',
    pausedBy: 'bounces',
    atMs: asOf - 41 * dayMs,
    people: 1_311,
    counts: { ...none, accepted: 571, bounced: 31, left: 9 },
  }),
  row('What the first 1,000 get', {
    atMs: asOf - 46 * dayMs,
    people: 1_104,
    counts: { ...none, accepted: 1_099, bounced: 5, left: 2 },
  }),
]

const body = `# Early access opens Thursday

You joined before there was anything to buy. On **Thursday,
26 November, 18:00** the shop opens for this list, and for
nobody else until Monday.

- The first batch is 3,000 packs.
- Your quiz said: {type|find out which type you are}.
- The price of the first days ends on Sunday, 23:59.

[Open the shop](https://fuel.example/shop)

Questions? Answer this mail. A person reads it.`

const form: LetterForm = {
  id,
  revision: 4,
  fields: {
    subject: 'Early access opens Thursday',
    preview: 'The shop opens for this list. Until Monday nobody else gets in.',
    body,
    lang: 'en',
    type: '',
    source: '',
  },
  languages: ['en', 'nl'],
  saved: { atMs: asOf - 166 * minuteMs, by: 'anna@fuel.example' },
  origins: ['direct', 'utm instagram', 'utm hyrox-weekly'],
  count: { people: 8_412, isMore: false },
  others: {
    unconfirmed: 287,
    confirmed: 0,
    unsubscribed: 171,
    bounced: 58,
    complained: 4,
    suppressed: 0,
  },
  problems: [],
  toFillIn: null,
  testedAtMs: null,
  isUnsaved: false,
  sender: 'Fuel Protocol',
}

const problems: LetterForm['problems'] = [
  { field: 'subject', message: 'Write a subject.' },
  {
    field: 'body',
    line: 3,
    message: 'Tables are not supported. Write a list instead.',
  },
  {
    field: 'body',
    line: 9,
    message: 'Pictures can only be loaded from https://fuel.example. Upload it there first.',
  },
]

const rules: LetterQuestion['rules'] = {
  plan: { firstHour: 500, growth: 2, perProvider: { firstHour: 250, growth: 2 } },
  stops: {
    bounces: { atLeast: 25, share: 0.05, of: 2_000 },
    complaints: { atLeast: 6, share: 0.003 },
  },
}

const begunAt = asOf - 162 * minuteMs
const planFrom = (start: number): CurvePoint[] =>
  [0, 500, 1_500, 3_500, 7_500, 8_412].map((mails, hour) => ({
    atMs: start + (hour === 5 ? 4.2 : hour) * hourMs,
    mails,
  }))

const question: LetterQuestion = {
  id,
  revision: 4,
  subject: form.fields.subject,
  audience: { type: '', source: '' },
  people: 8_412,
  problems: [],
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
  ...none,
  ...of,
})
const providers: readonly ProviderLetterCounts[] = [
  provider('gmail.com', { queued: 3_758, accepted: 1_739, bounced: 3, left: 3 }),
  provider('outlook.com', { queued: 1_501, accepted: 693, bounced: 3, left: 1 }),
  provider('icloud.com', { queued: 965, accepted: 447, bounced: 1 }),
  provider('gmx.de', { queued: 586, accepted: 270, bounced: 2, left: 1 }),
  provider('other', { queued: 1_602, accepted: 736, bounced: 2, refused: 4, left: 1 }),
]

const progress: LetterProgress = {
  id,
  destination: 'smtp',
  state: 'sending',
  subject: form.fields.subject,
  audience: { type: '', source: '' },
  people: 8_412,
  isQueued: true,
  sentBy: 'anna@fuel.example',
  plannedAtMs: begunAt,
  pausedAtMs: null,
  pausedBy: null,
  pausedMs: 0,
  endedAtMs: null,
  doneByMs: begunAt + 4.4 * hourMs,
  counts: { ...none, queued: 8_412, accepted: 3_885, bounced: 11, refused: 4, left: 6 },
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

const stopped: LetterProgress = {
  ...progress,
  state: 'paused',
  pausedBy: 'bounces',
  pausedAtMs: asOf - 9 * minuteMs,
  pausedMs: 9 * minuteMs,
  subject: 'A word to those from TikTok',
  people: 1_311,
  doneByMs: null,
  counts: { ...none, queued: 1_311, accepted: 571, bounced: 31, left: 9 },
  checks: [
    { rule: 'bounces', found: 31, mails: 602, most: 30.1 },
    { rule: 'complaints', found: 0, mails: 571, most: 6 },
  ],
}

const done: LetterProgress = {
  ...progress,
  state: 'done',
  subject: 'The unit, taken apart',
  people: 5_206,
  endedAtMs: asOf - 20 * dayMs,
  plannedAtMs: asOf - 20 * dayMs - 4 * hourMs,
  doneByMs: null,
  counts: {
    ...none,
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

const state = (
  name: string,
  view: LetterScreenView,
  of: Partial<ScreenFrame> = {},
): DashboardState => ({ name, view, frame: { ...frame, ...of } })
const reader = { role: 'reader', operator: 'bob@fuel.example' } as const

const preview = {
  screen: 'letter-preview',
  id,
  state: 'draft',
  sender: 'Fuel Protocol <hello@fuel.example>',
  fields: form.fields,
  problems: [],
  rendered: {
    subject: form.fields.subject,
    text: body.replaceAll(/[#*]/g, ''),
    htmlBytes: 11_400,
    textBytes: 1_433,
  },
} as const

const ask = (act: Extract<LetterScreenView, { screen: 'letter-ask' }>['act'], isPossible = true) =>
  state(isPossible ? `letter-${act}` : `letter-${act}-refused`, {
    screen: 'letter-ask',
    act,
    id,
    subject: form.fields.subject,
    state: act === 'resume' ? 'paused' : act === 'delete' ? 'draft' : 'sending',
    pausedBy: 'operator',
    sent: 3_900,
    toGo: 4_512,
    plannedAtMs: begunAt,
    isPossible,
  })

/** LETTER-1 to LETTER-4: each state of the letters' screens. */
export const letterStates: readonly DashboardState[] = [
  state('letters', {
    screen: 'letters',
    letters,
    count: { people: 8_412, isMore: false },
    isMore: false,
  }),
  state('letters-none', {
    screen: 'letters',
    letters: [],
    count: { people: 0, isMore: false },
    isMore: false,
  }),
  state(
    'letters-reader',
    { screen: 'letters', letters, count: { people: 10_000, isMore: true }, isMore: true },
    reader,
  ),
  state('letter-compose', { screen: 'letter-compose', ...form }),
  state('letter-new', {
    screen: 'letter-compose',
    ...form,
    id: null,
    revision: 0,
    fields: { subject: '', preview: '', body: '', lang: 'en', type: '', source: '' },
    saved: null,
    problems: [
      { field: 'subject', message: 'Write a subject.' },
      { field: 'body', message: 'Write the letter.' },
    ],
    toFillIn: [],
  }),
  state('letter-gaps', {
    screen: 'letter-compose',
    ...form,
    fields: { ...form.fields, body: 'Open until {until}: {shop}' },
    testedAtMs: null,
    problems: (['until', 'shop'] as const).map((gap) => ({
      field: 'body',
      message: `Fill in {${gap}}, or write \\{ to show a brace.`,
      line: 1,
      gap,
    })),
    toFillIn: ['until', 'shop'],
  }),
  state('letter-problems', {
    screen: 'letter-compose',
    ...form,
    fields: { ...form.fields, subject: '', type: 'focus' },
    count: { people: 0, isMore: false },
    problems: [
      ...problems,
      { field: 'audience', message: 'Nobody in this audience has confirmed yet.' },
    ],
    wrong: 'problems',
  }),
  state('letter-conflict', {
    screen: 'letter-compose',
    ...form,
    isUnsaved: true,
    wrong: 'conflict',
    theirs: {
      id,
      fields: { ...form.fields, subject: 'Early access opens on Friday' },
      state: 'draft',
      by: 'jo@fuel.example',
      atMs: asOf - 2 * minuteMs,
    },
  }),
  state('letter-preview', { ...preview, view: 'html' }),
  state('letter-preview-text', { ...preview, view: 'text' }, reader),
  state('letter-preview-problems', { ...preview, view: 'html', rendered: null, problems }),
  state('letter-test', {
    screen: 'letter-test',
    id,
    subject: form.fields.subject,
    to: 'anna@fuel.example',
    typed: '',
    destination: 'smtp',
  }),
  state(
    'letter-test-shell',
    {
      screen: 'letter-test',
      id,
      subject: form.fields.subject,
      to: null,
      typed: 'anna',
      destination: 'dev mails',
      wrong: 'address',
    },
    { operator: 'shell' },
  ),
  state('letter-confirm', { screen: 'letter-confirm', ...question }),
  state('letter-confirm-wrong', {
    screen: 'letter-confirm',
    ...question,
    testedAtMs: null,
    destination: 'dev mails',
    mailStops: ['Mail is paused'],
    day: '2026-03-29',
    time: '02:30',
    wrong: 'skipped',
  }),
  state('letter-confirm-doctor', {
    screen: 'letter-confirm',
    ...question,
    doctor: { atMs: asOf - 2 * hourMs, wrong: ['spf', 'dkim'] },
  }),
  state('letter-not-ready', { screen: 'letter-confirm', ...question, problems }),
  state('letter-scheduled', {
    screen: 'letter',
    ...progress,
    state: 'scheduled',
    plannedAtMs: asOf + 2 * dayMs,
    doneByMs: asOf + 2 * dayMs + 4.2 * hourMs,
    counts: { ...none, queued: 8_412 },
    providers: [],
    plan: planFrom(asOf + 2 * dayMs),
    sent: [],
    checks: [],
  }),
  state('letter-sending', { screen: 'letter', ...progress }),
  state('letter-sending-reader', { screen: 'letter', ...progress }, reader),
  state('letter-paused', {
    screen: 'letter',
    ...progress,
    state: 'paused',
    pausedBy: 'operator',
    pausedAtMs: asOf - 20 * minuteMs,
    doneByMs: null,
  }),
  state('letter-stopped', { screen: 'letter', ...stopped }),
  state('letter-late', {
    screen: 'letter',
    ...stopped,
    pausedBy: 'late',
    counts: { ...none, queued: 1_311 },
    sent: [],
    checks: [],
  }),
  state('letter-ended', { screen: 'letter', ...stopped, state: 'stopped', endedAtMs: asOf }),
  state('letter-done', { screen: 'letter', ...done }),
  state('letter-undelivered', {
    screen: 'letter-undelivered',
    id,
    subject: form.fields.subject,
    isMore: true,
    mails: [
      {
        id: 'one',
        personId: 'p1',
        email: 'sanne@devries.example',
        atMs: asOf - 40 * minuteMs,
        kind: 'bounced',
        reason: '550 5.1.1 the mailbox does not exist',
      },
      {
        id: 'two',
        personId: null,
        email: 'd***@tiktakmail.example',
        atMs: asOf - 50 * minuteMs,
        kind: 'refused',
        reason: '552 5.2.2 mailbox full',
      },
    ],
  }),
  ask('pause'),
  ask('resume'),
  ask('stop'),
  ask('unschedule'),
  ask('delete'),
  ask('pause', false),
  state('letter-too-large', { screen: 'letter-too-large', wrong: 'too-large' }),
]
