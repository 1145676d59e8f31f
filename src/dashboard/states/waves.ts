import type { ScreenFrame } from '#contract/screens.ts'
import { dayMs } from '#contract/time.ts'
import type { ScreenView } from '#server/dashboard/views.ts'
import type { WaveReport } from '#contract/waves.ts'
import { asOf } from './figure-buckets.ts'
import type { DashboardState } from './list.ts'

const frame: ScreenFrame = {
  operator: 'anna@fuel.example',
  role: 'operator',
  formToken: 'x'.repeat(86),
  asOfMs: asOf,
  engine: 'SQLite',
  lastBackup: { atMs: asOf - dayMs, isChecked: true },
}

const first: WaveReport = {
  id: '01900000-0000-7000-8000-000000000001',
  number: 1,
  size: 250,
  quizType: null,
  invitedAt: asOf - 9 * dayMs,
  endsAt: asOf - dayMs,
  invitedBy: 'anna@fuel.example',
  people: { invited: 0, came: 250, expired: 79, passed: 12, left: 3 },
  used: 171,
  free: 0,
}
const second: WaveReport = {
  ...first,
  id: '01900000-0000-7000-8000-000000000002',
  number: 2,
  quizType: 'focus',
  invitedAt: asOf - dayMs,
  endsAt: asOf + 6 * dayMs,
  people: { invited: 184, came: 64, expired: 0, passed: 4, left: 0 },
  used: 40,
  free: 2,
}
const typed = { spots: '500', day: '2026-12-03', time: '18:00', type: '' }
const form = {
  screen: 'wave-new',
  number: 3,
  waiting: 8_412,
  most: 5_000,
  typed,
  timeZone: 'Europe/Amsterdam',
} as const

/** The screens of waves: full, on the first day, and the form of a new one. */
export const waveStates: readonly DashboardState[] = Object.entries<ScreenView>({
  waves: { screen: 'waves', waves: [second, first], isMore: true, waiting: 8_412 },
  'waves-first-day': { screen: 'waves', waves: [], isMore: false, waiting: 0 },
  'wave-new': form,
  'wave-new-wrong': { ...form, wrong: 'The end is past: choose a later one.' },
}).map(([name, view]) => ({ name, view, frame }))
