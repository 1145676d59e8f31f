import type { ScreenFrame } from '#contract/screens.ts'
import { hourMs, minuteMs } from '#contract/time.ts'
import type { CheckedTask, Task } from '#server/dashboard/attention.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { asOf } from './figure-buckets.ts'
import { aMillion, figuresOf, nobodyYet } from './figures.ts'
import type { DashboardState } from './list.ts'

const publicUrl = 'https://fuel.example'

const frame: ScreenFrame = {
  operator: 'anna@fuel.example',
  role: 'operator',
  formToken: 'x'.repeat(86),
  asOfMs: asOf,
  engine: 'SQLite',
  lastBackup: { atMs: asOf - 9 * hourMs, isChecked: true },
}

const mail: ViewOf<'overview'>['mail'] = {
  state: 'sending',
  sinceMs: null,
  ready: 2,
  isMore: false,
  lastLeavesAtMs: null,
  providers: [
    { provider: 'gmail.com', mails: 2_209, accepted: 2_204, bounced: 4, refused: 1 },
    { provider: 'other', mails: 827, accepted: 812, bounced: 9, refused: 6 },
    { provider: 'outlook.com', mails: 642, accepted: 640, bounced: 2, refused: 0 },
    { provider: 'gmx.de', mails: 320, accepted: 303, bounced: 3, refused: 14 },
    { provider: 'proton.me', mails: 12, accepted: 12, bounced: 0, refused: 0 },
  ],
}

const unconfirmed: Task = {
  key: 'unconfirmed',
  title: '61 people have not confirmed for more than a day',
  text: 'They were sent one mail each and are not reminded. Who signs up again gets a new link.',
}
const simulated: Task = {
  key: 'simulated',
  title: '13 figures on the page are simulated',
  text: 'The page shows numbers that nobody counted. Replace each with a true one or a claim with evidence, or leave it out: `npm run figures` lists them.',
}

const normal: Omit<ViewOf<'overview'>, 'figures'> = {
  screen: 'overview',
  attention: [],
  inOrder: ['mail', 'backup', 'https'],
  next: [unconfirmed, simulated],
  checklist: null,
  mail,
  line: {
    waiting: 8_412,
    nextPlace: 8_413,
    credits: { credits: 3, isMore: false, oldestMs: asOf - 50 * 60 * minuteMs },
  },
  publicUrl,
}

const attention: Task[] = [
  {
    key: 'mail login',
    title: 'Mail is paused',
    sinceMs: asOf - 40 * minuteMs,
    text: 'Check user and password in `SMTP_URL`. 31 mails wait; none is lost.',
    quote: '535 5.7.8 authentication failed',
    nextTryMs: asOf + 5 * minuteMs,
    link: { path: '/dashboard/mail', label: 'See mail' },
  },
  {
    key: 'refused gmx.de',
    title: 'gmx.de refuses 5.3% of mails',
    text: '17 of 320 mails of the last 24 hours were refused for good, 3 of them because the address does not exist. The others can be sent again.',
    link: { path: '/dashboard/mail/failed', label: 'Failed mails' },
  },
]

const checklist: CheckedTask[] = [
  {
    key: 'url',
    done: true,
    title: 'The page has its address',
    text: '`PUBLIC_URL` is https://fuel.example.',
  },
  {
    key: 'https',
    done: true,
    title: 'The page is served over https',
    text: 'So are the links in mails.',
  },
  {
    key: 'operators',
    done: true,
    title: 'You can sign in by mail',
    text: '`OPERATORS` has one operator and one reader.',
  },
  {
    key: 'contact',
    done: false,
    title: 'Say who you are',
    text: 'The privacy page names privacy@fuel.example, where nothing arrives: `contact` in `src/campaign/copy/privacy.ts`.',
  },
  {
    key: 'smtp',
    done: false,
    title: 'Connect a mail server',
    effect: 'no mail leaves without it',
    text: 'Set `SMTP_URL` and `MAIL_FROM`, then start again.',
  },
  { ...simulated, done: false },
  {
    key: 'backup',
    done: false,
    title: 'Make a backup every day',
    text: 'None was recorded. Postgres makes its own; once one is done, record it here or with `npm run dashboard -- backup-made`.',
    act: { path: '/dashboard/backup-made', label: 'A backup was made' },
  },
  {
    key: 'join',
    done: false,
    title: 'Join once yourself',
    text: 'Use an address at Gmail and one at Outlook, and look where the mail arrives.',
    link: { path: publicUrl, label: 'Open the page' },
  },
]

const state = (
  name: string,
  view: Partial<ViewOf<'overview'>> & Pick<ViewOf<'overview'>, 'figures'>,
  of: Partial<ScreenFrame> = {},
): DashboardState => ({
  name,
  view: { ...normal, ...view },
  frame: { ...frame, ...of },
})

/** DASH-3: each state of the overview. Those that were drawn have the names of their drawings. */
export const overviewStates: readonly DashboardState[] = [
  state('overview', { figures: figuresOf('7d') }),
  state('overview-28', { figures: figuresOf('28d') }),
  state('overview-today', { figures: figuresOf('today') }),
  state('overview-all', { figures: figuresOf('all') }),
  state(
    'overview-first-day',
    {
      figures: nobodyYet(),
      checklist,
      next: [],
      mail: { ...mail, state: 'idle', ready: 0, providers: [] },
    },
    { engine: 'Postgres', lastBackup: null },
  ),
  state('overview-first-days', { figures: figuresOf('today'), checklist }),
  state('overview-trouble', {
    figures: figuresOf('today'),
    attention,
    inOrder: ['backup', 'https'],
    next: [],
    mail: { ...mail, state: 'stopped', sinceMs: asOf - 40 * minuteMs, ready: 31 },
  }),
  state(
    'overview-million',
    { figures: aMillion() },
    { engine: 'Postgres', lastBackup: { atMs: asOf - 9 * hourMs, isChecked: false } },
  ),
  {
    name: 'overview-sources',
    view: { screen: 'sources', figures: figuresOf('7d') },
    frame,
  },
]
