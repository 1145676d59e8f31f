import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { campaign } from '#campaign'
import { partsOf, type CampaignPart } from '#contract/campaign/campaign-parts.ts'
import { operatorTime, operatorTimeInWords } from '#contract/promises/operator-times.ts'

export type Metrics = ReturnType<typeof openMetrics>

/** The state of the mail queue (delivery/queue-facts.ts). */
type MailQueue = {
  ready: number
  letters: number
  secondsToLast: number
  stops: readonly string[]
}
/** `read` throws where the store is unavailable; `stopKinds` lists every possible stop. */
type MailQueueSource = { read: () => Promise<MailQueue>; stopKinds: readonly string[] }

type LabelOf<D> = D extends { label: infer Label extends string } ? Label : never
type Counters = { [Key in keyof typeof counters]: Counter<LabelOf<(typeof counters)[Key]>> }
type LabelsOf<D> = D extends { labels: readonly (infer Label extends string)[] } ? Label : never
type Histograms = {
  [Key in keyof typeof histograms]: Histogram<LabelsOf<(typeof histograms)[Key]>>
}

/** Opens every metric of the list below in a registry of its own. */
export function openMetrics(mailQueue?: MailQueueSource, isClockDoubtful = () => false) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  watchMailQueue(registry, mailQueue)
  openGauge(clockGauge, registry, async (gauge) => gauge.set(isClockDoubtful() ? 1 : 0))
  return {
    registry,
    // Object.fromEntries loses the labels of each metric.
    ...(mapValues(counters, (declared) => openCounter(declared, registry)) as Counters),
    ...(mapValues(histograms, (declared) => openHistogram(declared, registry)) as Histograms),
  }
}

function openCounter(declared: MetricDeclaration, registry: Registry): Counter {
  const { label, values = [] } = declared
  const counter = new Counter(optionsOf(declared, registry))
  for (const value of values) counter.inc({ [label!]: value }, 0)
  return counter
}

const openHistogram = (declared: HistogramDeclaration, registry: Registry) =>
  new Histogram({
    ...optionsOf(declared, registry),
    labelNames: [...(declared.labels ?? [])],
    buckets: [...declared.buckets],
  })

const optionsOf = (declared: MetricDeclaration, registry: Registry) => ({
  name: declared.name,
  help: plainHelp(declared),
  labelNames: declared.label ? [declared.label] : [],
  registers: isOfCampaign(declared) ? [registry] : [],
})

/** What counts something of a part that the campaign lacks is not shown. */
const isOfCampaign = ({ needs }: MetricDeclaration) =>
  needs === undefined || partsOf(campaign)(needs)

/** The gauges have no value (NaN) while the store is unavailable. */
function watchMailQueue(registry: Registry, source: MailQueueSource | undefined): void {
  const read = async () => (await source?.read().catch(() => null)) ?? null
  for (const key of ['ready', 'letters', 'secondsToLast'] as const)
    openGauge(queueGauges[key], registry, async (gauge) => gauge.set((await read())?.[key] ?? NaN))
  openGauge(queueGauges.stopped, registry, async (gauge) => {
    const queue = await read()
    gauge.reset()
    for (const reason of queue ? source!.stopKinds : [])
      gauge.set({ reason }, queue!.stops.includes(reason) ? 1 : 0)
  })
}

/** `collect` runs each time Prometheus asks. */
function openGauge(
  declared: MetricDeclaration,
  registry: Registry,
  collect: (gauge: Gauge) => Promise<void>,
): void {
  const gauge: Gauge = new Gauge({
    ...optionsOf(declared, registry),
    collect: () => collect(gauge),
  })
}

const mapValues = <Key extends string, From, To>(
  record: Record<Key, From>,
  map: (value: From) => To,
) => Object.fromEntries(Object.entries<From>(record).map(([key, value]) => [key, map(value)]))

/**
 * Every metric of the server, declared once. `/metrics` and the table in docs/operating.md (`npm
 * run docs`) follow from this list. `help` is Markdown. Prometheus gets it without backquotes.
 * `checkWhen` tells the operator when to look. A counter with `values` has a series for each value
 * of its label from the start: `increase` does not see a series that begins with its first count.
 * `needs`: the part of the campaign without which it is not there.
 */
type MetricDeclaration = {
  needs?: CampaignPart
  name: string
  help: string
  checkWhen?: string
  label?: string
  values?: readonly string[]
}

const mailOutcomes = ['sent', 'due', 'dead', 'unknown', 'cancelled', 'kept']

const counters = {
  signups: {
    name: 'signups_total',
    help: 'sign-ups by status of the answer',
    checkWhen:
      '503: the store is unavailable; 409: the list is paused, closed or launched; 429: a flood, or a proxy missing in `TRUSTED_PROXIES`',
    label: 'status',
    values: ['200', '409', '422', '429', '503'],
  },
  trapped: { name: 'signups_trapped_total', help: 'requests that filled the honeypot' },
  quizSaves: {
    needs: 'quiz',
    name: 'quiz_saves_total',
    help: 'quiz results by status of the answer; 201 is saved',
    checkWhen:
      '400: page and server have different campaigns; 409: a client sends one key with two results, or the list is paused, closed or launched',
    label: 'status',
  },
  sequenceCalls: {
    needs: 'quiz',
    name: 'quiz_sequence_calls_total',
    help: 'calls that start a sequence, by status of the answer',
    checkWhen: `429, 503: those sequences start by themselves after ${operatorTimeInWords('sequenceStart')}`,
    label: 'status',
  },
  sequenceSteps: {
    needs: 'sequence',
    name: 'sequence_steps_total',
    help: 'sequence mails queued, by step',
    checkWhen: 'none while people confirm: `npm run mail -- plan` shows why',
    label: 'step',
  },
  eventBatches: {
    name: 'event_batches_total',
    help: 'batches of page event counts, by status of the answer',
    checkWhen:
      '400: page and server are from different builds; 429: a flood, or a proxy missing in `TRUSTED_PROXIES`',
    label: 'status',
    values: ['204', '400', '429'],
  },
  mailboxMails: {
    name: 'bounce_mailbox_mails_total',
    help: 'mails of the bounce mailbox by what they are: hard-bounce, soft-bounce, complaint, out-of-office, refusal (for policy), account (about the mail account), left (off the list), notice (delayed or delivered), unmatched (left for a person), failed (skipped after two errors of ours)',
    checkWhen:
      '`hard-bounce` or `complaint` rise while a letter is sent; any `failed`: the log says why',
    label: 'kind',
    values: [
      'hard-bounce',
      'soft-bounce',
      'complaint',
      'out-of-office',
      'refusal',
      'account',
      'left',
      'notice',
      'unmatched',
      'failed',
    ],
  },
  mailboxFailures: {
    name: 'bounce_mailbox_failures_total',
    help: 'minutes in which the bounce mailbox could not be read, by reason',
    checkWhen: 'rises for longer than a few minutes: `npm run mail -- status` says why',
    label: 'reason',
    values: ['login', 'certificate', 'unreachable', 'folder', 'move', 'interrupted'],
  },
  mails: {
    name: 'mails_total',
    help: 'delivery attempts by outcome: sent, due (to be retried), dead, unknown (connection cut after the final dot), cancelled, kept',
    checkWhen: '`dead` or `unknown` rise',
    label: 'outcome',
    values: mailOutcomes,
  },
  operatorMails: {
    name: 'operator_mails_total',
    help: 'attempts to mail an operator, or an address that asked for one mail, by outcome as in `mails_total`',
    checkWhen: '`due` or `dead` rise: operators get no sign-in links and no alerts',
    label: 'outcome',
    values: mailOutcomes,
  },
  accountRefusals: {
    name: 'mail_account_refusals_total',
    help: 'answers of the mail server that refuse our account or sender, by reason: login, sender, account, limit',
    checkWhen:
      'rises: `mail_stopped` says whether mail is paused, `npm run mail -- status` has the words',
    label: 'reason',
    values: ['login', 'sender', 'account', 'limit'],
  },
  letterStops: {
    name: 'letter_stops_total',
    help: `letters that stopped by themselves, by rule: bounces, complaints, late (nothing left for ${operatorTime('lateLetter')})`,
    checkWhen: 'above 0: read why on the letter, then resume or stop it',
    label: 'rule',
    values: ['bounces', 'complaints', 'late'],
  },
  webhookCalls: {
    name: 'webhook_calls_total',
    help: 'calls of mail providers to `/webhooks`, by status of the answer',
    checkWhen:
      '401, 403: a signing key or a topic is wrong; 503: the store or Amazon does not answer',
    label: 'status',
  },
  rendersFailed: {
    name: 'page_failures_total',
    help: 'pages or sections that failed to render',
    checkWhen: 'above 0',
    label: 'section',
  },
} as const satisfies Record<string, MetricDeclaration>

type HistogramDeclaration = MetricDeclaration & {
  labels?: readonly string[]
  buckets: readonly number[]
}

const histograms = {
  requests: {
    name: 'http_request_duration_seconds',
    help: 'time from the request to the end of its answer, by method, route and status',
    checkWhen: '5xx rise',
    labels: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 2, 5],
  },
  commitRows: {
    name: 'signup_commit_rows',
    help: 'sign-ups in one commit',
    buckets: [1, 2, 5, 10, 20, 50, 100, 256],
  },
} as const satisfies Record<string, HistogramDeclaration>

/** Read from the store when Prometheus asks. */
const queueGauges = {
  ready: {
    name: 'mail_queue_ready',
    help: 'mails that wait only for the rate limit or a pause',
  },
  letters: {
    name: 'mail_letters_waiting',
    help: 'mails of letters that wait for their ramp or a paused letter',
  },
  secondsToLast: {
    name: 'mail_queue_seconds',
    help: 'time until the last of them leaves, estimated from `MAILS_PER_HOUR`',
    checkWhen: 'longer than a visitor should wait',
  },
  stopped: {
    name: 'mail_stopped',
    help: '1 for each `reason` why mail is stopped or delayed, else 0; the reasons are those of `npm run mail -- status`, without waits of single domains',
    checkWhen: 'any is 1',
    label: 'reason',
  },
} as const satisfies Record<string, MetricDeclaration>

const clockGauge = {
  name: 'clock_doubtful',
  help: '1 while the clock of this server is doubtful and what the calendar decides waits, else 0',
  checkWhen: '1: `npm run retention -- status` says why',
} as const satisfies MetricDeclaration

export const metricList: readonly MetricDeclaration[] = [
  ...Object.values(histograms),
  ...Object.values(counters),
  ...Object.values(queueGauges),
  clockGauge,
]

/** The help text as Prometheus shows it. */
const plainHelp = ({ help }: MetricDeclaration): string => help.replaceAll('`', '')
