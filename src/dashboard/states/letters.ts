import type { AskView, Question } from '#contract/ask.ts'
import { sizeWarning } from '#contract/letters.ts'
import type { ScreenFrame } from '#contract/screens.ts'
import { dayMs, hourMs, minuteMs } from '#contract/time.ts'
import type { UndeliveredKind } from '#server/dashboard/letter-undelivered.ts'
import type { ScreenView, ViewOf } from '#server/dashboard/views.ts'
import { asOf } from './figure-buckets.ts'
import {
  letterBody as body,
  letterForm as form,
  letterId as id,
  letterProblems as problems,
} from './letter-draft.ts'
import { done, noCounts, planFrom, progress, question, stopped } from './letter-progress.ts'
import type { DashboardState } from './list.ts'

const frame: ScreenFrame = {
  operator: 'anna@fuel.example',
  role: 'operator',
  formToken: 'x'.repeat(86),
  asOfMs: asOf,
  engine: 'SQLite',
  lastBackup: { atMs: asOf - 9 * hourMs, isChecked: true },
}

const row = (
  subject: string,
  of: Partial<ViewOf<'letters'>['letters'][number]>,
): ViewOf<'letters'>['letters'][number] => ({
  id: subject.toLowerCase().replaceAll(/\W+/g, '-'),
  subject,
  state: 'done',
  pausedBy: null,
  atMs: asOf - 20 * dayMs,
  people: 5_206,
  counts: { ...noCounts, accepted: 5_171, bounced: 31, left: 14 },
  ...of,
})

const letters: ViewOf<'letters'>['letters'][number][] = [
  row('Your code is inside', {
    state: 'draft',
    atMs: asOf - 3 * hourMs,
    people: null,
    counts: noCounts,
  }),
  row('Early access opens Thursday', {
    state: 'sending',
    atMs: asOf - 162 * minuteMs,
    people: 8_412,
    counts: { ...noCounts, accepted: 3_885, bounced: 11, left: 6 },
  }),
  row('The shop is open', {
    state: 'scheduled',
    atMs: asOf + 2 * dayMs,
    people: 8_412,
    counts: noCounts,
  }),
  row('The unit, taken apart', {}),
  row('A word to those from TikTok', {
    state: 'paused',
    pausedBy: 'bounces',
    atMs: asOf - 41 * dayMs,
    people: 1_311,
    counts: { ...noCounts, accepted: 571, bounced: 31, left: 9 },
  }),
  row('What the first 1,000 get', {
    atMs: asOf - 46 * dayMs,
    people: 1_104,
    counts: { ...noCounts, accepted: 1_099, bounced: 5, left: 2 },
  }),
]
const state = (
  name: string,
  view: ScreenView | AskView,
  of: Partial<ScreenFrame> = {},
): DashboardState => ({ name, view, frame: { ...frame, ...of } })
const reader = { role: 'reader', operator: 'bob@fuel.example' } as const

const preview: ViewOf<'letter-preview'> = {
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
  view: 'html',
}

const reasons: Record<UndeliveredKind, string> = {
  bounced: '550 5.1.1 the mailbox does not exist',
  complained: 'reported as spam',
  refused: '550 5.0.0 message refused',
  policy: '550 5.7.1 blocked for policy',
  full: '552 5.2.2 mailbox full',
  account: '550 5.4.5 daily sending limit exceeded',
  uncertain: 'the connection was lost after the text',
  overdue: 'not accepted within 72 hours',
  'not sent': 'left the list',
}
/** A mail for each kind of reason. A reader gets a masked address and no person. */
const undelivered: ViewOf<'letter-undelivered'>['mails'] = Object.entries(reasons).map(
  ([kind, reason], index) => ({
    id: `mail-${index}`,
    personId: index === 1 ? null : `p${index}`,
    email: index === 1 ? 'd***@tiktakmail.example' : `bram.${index}@example.com`,
    atMs: asOf - (40 + 10 * index) * minuteMs,
    kind: kind as UndeliveredKind,
    reason,
  }),
)

const ask = (name: string, question: Partial<Question>) =>
  state(name, {
    screen: 'ask',
    action: `/dashboard/letters/${id}/resume`,
    question: {
      nav: 'letters',
      crumb: { label: form.fields.subject, path: `/dashboard/letters/${id}` },
      note: 'The log names you.',
      title: 'Resume this letter?',
      facts: {},
      button: 'Resume',
      back: 'Leave it paused',
      ...question,
    },
    typed: {},
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
  state('letter-compose', { ...form }),
  state('letter-new', {
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
    ...form,
    fields: { ...form.fields, subject: '', type: 'focus' },
    count: { people: 0, isMore: false },
    problems: [
      ...problems,
      { field: 'audience', message: 'Nobody in this audience has confirmed yet.' },
    ],
    warnings: [sizeWarning(130_884)!],
    wrong: 'problems',
  }),
  state('letter-conflict', {
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
  state('letter-preview', preview),
  state('letter-preview-text', { ...preview, view: 'text' }, reader),
  state('letter-preview-problems', { ...preview, rendered: null, problems }),
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
  state('letter-confirm', { ...question }),
  state('letter-confirm-wrong', {
    ...question,
    testedAtMs: null,
    warnings: [sizeWarning(130_884)!],
    destination: 'dev mails',
    mailStops: ['Mail is paused'],
    day: '2026-03-29',
    time: '02:30',
    wrong: 'skipped',
  }),
  state('letter-confirm-doctor', {
    ...question,
    doctor: { atMs: asOf - 2 * hourMs, wrong: ['spf', 'dkim'] },
  }),
  state('letter-not-ready', { ...question, problems }),
  state('letter-scheduled', {
    ...progress,
    state: 'scheduled',
    plannedAtMs: asOf + 2 * dayMs,
    doneByMs: asOf + 2 * dayMs + 4.2 * hourMs,
    counts: { ...noCounts, queued: 8_412 },
    providers: [],
    plan: planFrom(asOf + 2 * dayMs),
    sent: [],
    checks: [],
  }),
  state('letter-sending', { ...progress }),
  state('letter-sending-reader', { ...progress }, reader),
  state('letter-paused', {
    ...progress,
    state: 'paused',
    pausedBy: 'operator',
    pausedAtMs: asOf - 20 * minuteMs,
    doneByMs: null,
  }),
  state('letter-stopped', { ...stopped }),
  state('letter-late', {
    ...stopped,
    pausedBy: 'late',
    counts: { ...noCounts, queued: 1_311 },
    sent: [],
    checks: [],
  }),
  state('letter-held', {
    ...stopped,
    pausedBy: 'held',
    mayHaveIt: 709,
    checks: [],
  }),
  ask('letter-held-resume', {
    facts: {
      Sent: '602 mails; they cannot be recalled',
      Waits: '709 mails',
      'May have it already': 'up to 709 people',
      Pace: 'goes on where it was paused',
    },
  }),
  state('letter-ended', { ...stopped, state: 'stopped', endedAtMs: asOf }),
  state('letter-done', { ...done }),
  ask('letter-resume-refused', {
    title: 'Nothing to do',
    text: 'The letter’s state is ‘Sending’, so this cannot be done. Somebody may have acted before you.',
    button: null,
    back: 'See the letter',
  }),
  state('letter-undelivered', {
    screen: 'letter-undelivered',
    id,
    subject: form.fields.subject,
    isMore: true,
    stoppedBefore: 9_320,
    mails: undelivered,
  }),
  state('letter-too-large', { screen: 'letter-too-large', wrong: 'too-large' }),
]
