import { StoreUnavailable, StoreConflict } from './store.ts'

/**
 * How long a visitor waits for the store. Deadlines are checked every `sweepMs`, so that the 503 is
 * sent within 2 s.
 */
const storeDeadlineMs = 1_900
const sweepMs = 50

type Waiting<Item, Answer> = {
  item: Item
  deadline: number
  finish: (answer: { value: Answer } | Error) => void
}

type BatcherDeps<Item, Answer> = {
  /** One commit, or one read, for all items. Answers come in the order of the items. */
  enter: (items: readonly Item[]) => Promise<readonly Answer[]>
  itemsPerCommit?: number
  /** Waits `ms` for further items to share the commit, or until there are `most`. */
  gather?: { ms: number; most: () => number }
}

export type Batcher<Item, Answer> = { add(item: Item): Promise<Answer>; idle(): Promise<void> }

/**
 * Items that are added in one turn of the event loop share one commit: `setImmediate` runs once
 * every request that has arrived is read. While a batch is being committed, the next one collects.
 * A batch that fails is retried item by item, so that a bad item fails alone. `add` throws
 * StoreUnavailable if the store does not answer within `storeDeadlineMs`.
 */
export function openBatcher<Item, Answer>({
  enter,
  itemsPerCommit = 256,
  gather,
}: BatcherDeps<Item, Answer>): Batcher<Item, Answer> {
  let waiting: Waiting<Item, Answer>[] = []
  let committing: Waiting<Item, Answer>[] = []
  let running: Promise<void> | null = null
  let sweep: NodeJS.Timeout | null = null
  /** Starts the commit that waits for further items, if one does. */
  let endGathering = () => {}

  function collect(next: Waiting<Item, Answer>) {
    waiting.push(next)
    sweep ??= setInterval(expire, sweepMs)
    if (gather && waiting.length >= gather.most()) endGathering()
    running ??= new Promise<void>((done) =>
      gatherItems(async () => {
        while (waiting.length > 0) await commitNext()
        running = null
        done()
      }),
    )
  }

  function gatherItems(commit: () => Promise<void>) {
    if (!gather || waiting.length >= gather.most()) return setImmediate(commit)
    const timer = setTimeout(() => endGathering(), gather.ms)
    endGathering = () => {
      endGathering = () => {}
      clearTimeout(timer)
      setImmediate(commit)
    }
  }

  async function commitNext() {
    committing = waiting.splice(0, itemsPerCommit)
    try {
      await commitAll(committing)
    } catch (error) {
      if (
        committing.length === 1 ||
        (error instanceof StoreUnavailable && !(error instanceof StoreConflict))
      )
        return refuse(committing, error)
      for (const one of committing)
        await commitAll([one]).catch((reason: unknown) => refuse([one], reason))
    } finally {
      committing = []
    }
  }

  async function commitAll(batch: readonly Waiting<Item, Answer>[]) {
    const answers = await enter(batch.map(({ item }) => item))
    batch.forEach(({ finish }, index) => finish({ value: answers[index]! }))
  }

  function expire() {
    const now = performance.now()
    refuse(
      [...committing, ...waiting].filter(({ deadline }) => deadline <= now),
      new StoreUnavailable('the store did not answer in time'),
    )
    waiting = waiting.filter(({ deadline }) => deadline > now)
    if (waiting.length + committing.length > 0 || !sweep) return
    clearInterval(sweep)
    sweep = null
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        const finish = (answer: { value: Answer } | Error) =>
          answer instanceof Error ? reject(answer) : resolve(answer.value)
        collect({ item, deadline: performance.now() + storeDeadlineMs, finish })
      }),
    async idle() {
      await running
      if (sweep) clearInterval(sweep)
    },
  }
}

export type WriteLimit = <Result>(write: () => Promise<Result>) => Promise<Result>

/** Half of the connections of a server to Postgres (postgres.ts). */
const writesAtOnce = 5

/**
 * Runs five writes at a time, where writes lock the same rows: on Postgres each would otherwise wait
 * for the others with a connection of its own, and leave none for anything else. Throws
 * StoreUnavailable if a write cannot begin within `storeDeadlineMs`.
 */
export function openWriteLimit(): WriteLimit {
  let running = 0
  const waiting: (() => void)[] = []
  const mayBegin = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(new StoreUnavailable('the store did not answer in time'))
      }, storeDeadlineMs)
      waiting.push(begin)
    })
  return async (write) => {
    if (running < writesAtOnce) running++
    else await mayBegin()
    try {
      return await write()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

const refuse = (batch: readonly { finish: (answer: Error) => void }[], error: unknown) => {
  for (const { finish } of batch) finish(error instanceof Error ? error : new Error(String(error)))
}
