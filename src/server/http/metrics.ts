import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { requestDurations } from './request-durations.ts'

export type Metrics = ReturnType<typeof openMetrics>

/** How the queue of mails stands when somebody asks: see delivery/queue-facts.ts. */
export type MailQueue = { ready: number; secondsToLast: number; stops: readonly string[] }
/** `read` throws where the store is away; `stopKinds` are all that there can be. */
export type MailQueueSource = { read: () => Promise<MailQueue>; stopKinds: readonly string[] }

/** Every metric that the server counts; a table of them stands in docs/operating.md. */
export function openMetrics(mailQueue?: MailQueueSource) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  watchMailQueue(registers, mailQueue)
  return {
    registry,
    requests: requestDurations(registry),
    signups: fromZero(
      new Counter({
        name: 'signups_total',
        help: 'Sign-ups by answer',
        labelNames: ['status'],
        registers,
      }),
      'status',
      ['200', '422', '429', '503'],
    ),
    trapped: new Counter({
      name: 'signups_trapped_total',
      help: 'Sign-ups with a filled honeypot, not stored',
      registers,
    }),
    commitRows: new Histogram({
      name: 'signup_commit_rows',
      help: 'Sign-ups in one commit',
      registers,
      buckets: [1, 2, 5, 10, 20, 50, 100, 256],
    }),
    quizSaves: new Counter({
      name: 'quiz_saves_total',
      help: 'Quiz results by status of the answer',
      labelNames: ['status'],
      registers,
    }),
    sequenceCalls: new Counter({
      name: 'quiz_sequence_calls_total',
      help: 'Calls that ask for a sequence, by status of the answer',
      labelNames: ['status'],
      registers,
    }),
    sequenceSteps: new Counter({
      name: 'sequence_steps_total',
      help: 'Mails of sequences that were queued, by step',
      labelNames: ['step'],
      registers,
    }),
    eventBatches: fromZero(
      new Counter({
        name: 'event_batches_total',
        help: 'Batches of event counts by answer',
        labelNames: ['status'],
        registers,
      }),
      'status',
      ['204', '400', '429'],
    ),
    mails: fromZero(
      new Counter({
        name: 'mails_total',
        help: 'Mails by outcome of a try',
        labelNames: ['outcome'],
        registers,
      }),
      'outcome',
      ['sent', 'due', 'dead', 'unknown', 'cancelled', 'kept'],
    ),
    rendersFailed: new Counter({
      name: 'page_failures_total',
      help: 'Pages or sections that could not be rendered',
      labelNames: ['section'],
      registers,
    }),
  }
}

/** A series that begins with its first count is one that `increase` does not see. */
function fromZero<Label extends string>(
  counter: Counter<Label>,
  label: Label,
  values: readonly string[],
): Counter<Label> {
  for (const value of values) counter.inc({ [label]: value } as Record<Label, string>, 0)
  return counter
}

/** Read when Prometheus asks. Where the store is away they have no value: what was true before is not claimed. */
function watchMailQueue(registers: Registry[], source: MailQueueSource | undefined): void {
  const read = async () => (await source?.read().catch(() => null)) ?? null
  const ready: Gauge = new Gauge({
    name: 'mail_queue_ready',
    help: 'Mails that are ready to leave',
    registers,
    async collect() {
      ready.set((await read())?.ready ?? NaN)
    },
  })
  const seconds: Gauge = new Gauge({
    name: 'mail_queue_seconds',
    help: 'Until the last of them leaves, as far as MAILS_PER_HOUR tells',
    registers,
    async collect() {
      seconds.set((await read())?.secondsToLast ?? NaN)
    },
  })
  const stopped: Gauge = new Gauge({
    name: 'mail_stopped',
    help: 'Whether mail is stopped or delayed, by reason',
    labelNames: ['reason'],
    registers,
    async collect() {
      const queue = await read()
      stopped.reset()
      for (const reason of queue ? source!.stopKinds : [])
        stopped.set({ reason }, queue!.stops.includes(reason) ? 1 : 0)
    },
  })
}
