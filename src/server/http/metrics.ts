import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import {
  clockGauge,
  counters,
  histograms,
  plainHelp,
  queueGauges,
  type HistogramDeclaration,
  type MetricDeclaration,
} from './metric-list.ts'

export type Metrics = ReturnType<typeof openMetrics>

/** The state of the mail queue (delivery/queue-facts.ts). */
export type MailQueue = {
  ready: number
  letters: number
  secondsToLast: number
  stops: readonly string[]
}
/** `read` throws where the store is unavailable; `stopKinds` lists every possible stop. */
export type MailQueueSource = { read: () => Promise<MailQueue>; stopKinds: readonly string[] }

type LabelOf<D> = D extends { label: infer Label extends string } ? Label : never
type Counters = { [Key in keyof typeof counters]: Counter<LabelOf<(typeof counters)[Key]>> }
type LabelsOf<D> = D extends { labels: readonly (infer Label extends string)[] } ? Label : never
type Histograms = {
  [Key in keyof typeof histograms]: Histogram<LabelsOf<(typeof histograms)[Key]>>
}

/** Opens every metric of metric-list.ts in a registry of its own. */
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
  const { name, label, values = [] } = declared
  const counter = new Counter({
    name,
    help: plainHelp(declared),
    labelNames: label ? [label] : [],
    registers: [registry],
  })
  for (const value of values) counter.inc({ [label!]: value }, 0)
  return counter
}

const openHistogram = (declared: HistogramDeclaration, registry: Registry) =>
  new Histogram({
    name: declared.name,
    help: plainHelp(declared),
    labelNames: [...(declared.labels ?? [])],
    buckets: [...declared.buckets],
    registers: [registry],
  })

/** The gauges have no value (NaN) while the store is unavailable. */
function watchMailQueue(registry: Registry, source: MailQueueSource | undefined): void {
  const read = async () => (await source?.read().catch(() => null)) ?? null
  openGauge(queueGauges.ready, registry, async (gauge) => gauge.set((await read())?.ready ?? NaN))
  openGauge(queueGauges.letters, registry, async (gauge) =>
    gauge.set((await read())?.letters ?? NaN),
  )
  openGauge(queueGauges.secondsToLast, registry, async (gauge) =>
    gauge.set((await read())?.secondsToLast ?? NaN),
  )
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
    name: declared.name,
    help: plainHelp(declared),
    labelNames: declared.label ? [declared.label] : [],
    registers: [registry],
    collect: () => collect(gauge),
  })
}

const mapValues = <Key extends string, From, To>(
  record: Record<Key, From>,
  map: (value: From) => To,
) => Object.fromEntries(Object.entries<From>(record).map(([key, value]) => [key, map(value)]))
