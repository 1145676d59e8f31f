import { linePaths, type CreditReason } from '#contract/line-screens.ts'
import { personPath } from '#contract/person-screens.ts'
import type { LineMove } from '#contract/line-record.ts'
import type { ScreenFrame } from '#contract/screens.ts'
import { dayMs, hourMs } from '#contract/time.ts'
import type { ScreenView, ViewOf } from '#server/dashboard/views.ts'
import type { CreditRow } from '#server/line/friends.ts'
import type { RewardStep } from '#server/dashboard/line.ts'
import type { RewardRow } from '#server/line/ledger.ts'
import { asOf } from './figure-buckets.ts'
import { figuresOf, nobodyYet } from './figures.ts'
import type { DashboardState } from './list.ts'

const frame: ScreenFrame = {
  operator: 'anna@fuel.example',
  role: 'operator',
  formToken: 'x'.repeat(86),
  asOfMs: asOf,
  engine: 'SQLite',
  lastBackup: { atMs: asOf - 9 * hourMs, isChecked: true },
}

const person = (email: string) => ({ id: '01900000-0000-7000-8000-000000000001', email })
const sanne = person('sanne@devries.example')
const long = person(`${'a-very-long-name.'.repeat(3)}@${'subdomain.'.repeat(6)}example`)
const arabic = person('مرحبا@مثال.example')

const noOthers = { counted: 0, 'place-only': 0, waiting: 0, 'taken-back': 0, refused: 0 }
const ofSanne = { ...noOthers, counted: 12, waiting: 3, 'taken-back': 1 }
type Sample = Pick<CreditRow, 'friend' | 'owner' | 'others'> & { hoursAgo: number }
/** A friend for each reason for which credits wait. */
const samples: Record<Exclude<CreditReason, ''>, Sample> = {
  network: {
    friend: person('milan@vandijk.example'),
    owner: sanne,
    others: ofSanne,
    hoursAgo: 50,
  },
  domain: {
    friend: person('noor@devries-family.example'),
    owner: sanne,
    others: ofSanne,
    hoursAgo: 31,
  },
  hour: { friend: person('femke@example.com'), owner: sanne, others: ofSanne, hoursAgo: 28 },
  spelling: {
    friend: person('san.ne+1@devries.example'),
    owner: sanne,
    others: ofSanne,
    hoursAgo: 26,
  },
  disposable: { friend: long, owner: arabic, others: noOthers, hoursAgo: 1 },
}
const credits: CreditRow[] = Object.entries(samples).map(([reason, { hoursAgo, ...sample }]) => ({
  ...sample,
  state: 'waiting',
  reason: reason as keyof typeof samples,
  at: asOf - hoursAgo * hourMs,
  ruledAt: null,
  ruledBy: null,
}))

const nobody = { reached: 0, yours: 0, gone: 0, 'taken-back': 0, withdrawn: 0 }
const steps: RewardStep[] = [
  {
    friends: 1,
    name: 'AI beta access',
    counts: { ...nobody, reached: 31, yours: 1_204, 'taken-back': 18 },
    limited: null,
  },
  {
    friends: 3,
    name: 'Legacy Pack',
    counts: { ...nobody, reached: 4, yours: 208, withdrawn: 1 },
    limited: { limit: 500, reserved: 212, goneAtMs: null },
  },
  { friends: 10, name: 'Founding status', counts: { ...nobody, yours: 9 }, limited: null },
]

const rewards: RewardRow[] = [
  { ...sanne, number: 12, note: '' },
  { ...long, number: 499, note: 'A ring of 12 addresses of one device.' },
].map(({ id, ...row }) => ({
  ...row,
  personId: id,
  step: 3,
  state: 'yours',
  at: asOf - 30 * hourMs,
  dueAt: null,
}))

const rules = [{ at: asOf - 55 * dayMs, perFriend: 25, cap: 10 }]

/** A place for each reason to move. */
const placesAfter: Record<LineMove, number> = {
  friend: 94,
  confirmed: 8_412,
  'friend-less': 119,
  invited: 1,
  back: 402,
  end: 8_411,
}

type View = ViewOf<'line'>
const line: View = {
  screen: 'line',
  figures: figuresOf('7d'),
  byLink: figuresOf('7d').sources.friends,
  waiting: 8_412,
  nextPlace: 8_413,
  first: [sanne, long, arabic].map((one, index) => ({
    ...one,
    id: `${one.id}${index}`,
    place: index + 1,
    order: [120, 4, 8_101][index]!,
    friends: [12, 0, 340][index]!,
  })),
  moves: Object.entries(placesAfter).map(([why, place], index) => ({
    ...(index === 2 ? long : sanne),
    at: asOf - index * hourMs,
    place,
    why: why as LineMove,
  })),
  credits: {
    waiting: { credits: credits.length, isMore: false, oldestMs: credits[0]!.at },
    'place-only': { credits: 14, isMore: false, oldestMs: asOf - 400 * hourMs },
  },
  waitingCredits: credits,
  steps,
  rules,
  checkedAtMs: asOf - 8 * hourMs,
}

const noCredits = { credits: 0, isMore: false, oldestMs: null }

/** The screens of the line: full, on the first day, and each question. */
export const lineStates: readonly DashboardState[] = Object.entries<ScreenView>({
  line,
  'line-first-day': {
    ...line,
    figures: nobodyYet(),
    byLink: nobodyYet().sources.friends,
    waiting: 0,
    nextPlace: 1,
    first: [],
    moves: [],
    credits: { waiting: noCredits, 'place-only': noCredits },
    waitingCredits: [],
    steps: steps.map((step) => ({ ...step, counts: nobody })),
    checkedAtMs: null,
  },
  'line-credits': {
    screen: 'line-credits',
    state: 'waiting',
    counts: line.credits,
    credits,
    next: '/dashboard/line/credits?after=1',
  },
  'line-rewards': { screen: 'line-rewards', steps, step: 3, state: 'yours', rewards, next: null },
  'line-withdraw': {
    screen: 'ask',
    action: linePaths.withdraw(rewards[0]!.personId, 3),
    question: {
      nav: 'line',
      crumb: { label: 'Rewards', path: linePaths.rewards },
      title: 'Withdraw this reward?',
      note: 'For a proven ring. Rule on its friends too: otherwise they still count for the place.',
      facts: {
        Person: { link: rewards[0]!.email, path: personPath(rewards[0]!.personId) },
        Reward: 'Legacy Pack',
      },
      inputs: [
        {
          kind: 'note',
          name: 'note',
          label: 'Why: a note that the person can read too',
          most: 500,
        },
      ],
      button: 'Withdraw',
      danger: true,
      back: 'Leave it as it is',
    },
    typed: {},
    wrong: { says: 'Write why: the ledger keeps it.', field: 'note' },
  },
}).map(([name, view]) => ({ name, view, frame }))
