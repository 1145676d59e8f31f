import type { ScreenFrame } from '#contract/screens.ts'
import { dayMs, hourMs } from '#contract/time.ts'
import type { ScreenView, ViewOf } from '#server/dashboard/views.ts'
import type { DashboardState } from './list.ts'

const now = Date.parse('2026-11-24T11:04:00Z')
const frame: ScreenFrame = {
  operator: 'anna@example.com',
  role: 'operator',
  formToken: 'token',
  asOfMs: now,
  engine: 'SQLite',
  lastBackup: { atMs: now - 9 * hourMs, isChecked: true },
}

const offers: View['offers'] = [
  {
    offer: 'legacyPack',
    name: 'Legacy Pack',
    most: 500,
    left: 288,
    endsAt: null,
    movedFrom: null,
    goneAt: null,
    beginsAt: null,
  },
  {
    offer: 'earlyBird',
    name: 'Early-bird price',
    most: null,
    left: null,
    endsAt: now + 12 * dayMs,
    movedFrom: now + 7 * dayMs,
    goneAt: null,
    beginsAt: null,
  },
]

type View = ViewOf<'launch'>
const stored = { listFirstUntil: null, eraseAt: null, setAt: now, setBy: 'shell', lacksShop: false }
const view = (change: Partial<View>): View => ({
  screen: 'launch',
  launch: { state: 'open', since: null, until: null, listFirstUntil: null, eraseAt: null },
  beneath: [],
  planned: [],
  offers,
  shopMissing: null,
  ...change,
})

/** The screens of the launch: open, paused over a launch with a plan, launched, and one question. */
export const launchStates: readonly DashboardState[] = Object.entries<ScreenView>({
  'launch-open': view({}),
  'launch-paused': view({
    launch: {
      state: 'paused',
      since: now - dayMs,
      until: now + 2 * dayMs,
      listFirstUntil: null,
      eraseAt: null,
    },
    beneath: [{ ...stored, id: 'a', state: 'launched', startsAt: now - 2 * dayMs, endsAt: null }],
    planned: [
      { ...stored, id: 'b', state: 'closed', startsAt: now + 9 * dayMs, endsAt: now + 30 * dayMs },
    ],
  }),
  'launch-launched': view({
    launch: {
      state: 'launched',
      since: now - dayMs,
      until: null,
      listFirstUntil: now + dayMs,
      eraseAt: now + 29 * dayMs,
    },
    shopMissing:
      "The campaign does not say where the shop is. Write its address, with https://, as 'shop' in src/campaign/launch.ts, build and start the server again, then launch.",
  }),
  'launch-ask': {
    screen: 'ask',
    action: '/dashboard/launch/launch',
    question: {
      nav: 'launch',
      crumb: { label: 'Launch', path: '/dashboard/launch' },
      note: 'The log names you. Visitors see the change within 2 seconds.',
      title: 'Launch, or change its times?',
      facts: { Visitors: 'are led to the shop', Sequences: 'end' },
      inputs: [
        { kind: 'time', name: 'at', label: 'When (empty: now)' },
        { kind: 'time', name: 'until', label: 'Ends by itself (empty: when an operator ends it)' },
      ],
      hint: 'Times are in Europe/Amsterdam.',
      button: 'Launch',
      back: 'Change nothing',
    },
    typed: { 'at-day': '2026-11-23', 'at-time': '09:00' },
    wrong: { says: 'This time is past: choose a later one, or leave it out to act now.' },
  },
}).map(([name, shown]) => ({ name, view: shown, frame }))
