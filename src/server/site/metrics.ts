import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { requestDurations } from './request-durations.ts'

export type Metrics = ReturnType<typeof openMetrics>

/** Every metric that the server counts; a table of them stands in docs/operating.md. */
export function openMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: requestDurations(registry),
    signups: new Counter({ name: 'signups_total', help: 'Sign-ups by answer', labelNames: ['status'], registers }),
    trapped: new Counter({ name: 'signups_trapped_total', help: 'Sign-ups with a filled honeypot, not stored', registers }),
    commitRows: new Histogram({ name: 'signup_commit_rows', help: 'Sign-ups in one commit', registers, buckets: [1, 2, 5, 10, 20, 50, 100, 256] }),
    quizSaves: new Counter({ name: 'quiz_saves_total', help: 'Quiz results by status of the answer', labelNames: ['status'], registers }),
    sequenceCalls: new Counter({ name: 'quiz_sequence_calls_total', help: 'Calls that ask for a sequence, by status of the answer', labelNames: ['status'], registers }),
    sequenceSteps: new Counter({ name: 'sequence_steps_total', help: 'Mails of sequences that were queued, by step', labelNames: ['step'], registers }),
    eventBatches: new Counter({ name: 'event_batches_total', help: 'Batches of event counts by answer', labelNames: ['status'], registers }),
    mails: new Counter({ name: 'mails_total', help: 'Mails by outcome of a try', labelNames: ['outcome'], registers }),
    rendersFailed: new Counter({ name: 'page_failures_total', help: 'Pages or sections that could not be rendered', labelNames: ['section'], registers }),
  }
}
