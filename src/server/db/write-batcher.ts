import { StoreUnavailable, StoreConflict } from './errors.ts'

/** How long a visitor waits for the store, looked at every `sweepMs`, so that the answer of 503 is there within 2 s. */
const storeDeadlineMs = 1_900
const sweepMs = 50

type Waiting<Item, Answer> = {
  item: Item
  deadline: number
  finish: (answer: { value: Answer } | Error) => void
}

export type WriteBatcherDeps<Item, Answer> = {
  /** One commit for all of them; answers come in the order of the items. */
  enter: (items: readonly Item[]) => Promise<readonly Answer[]>
  itemsPerCommit?: number
}

export type WriteBatcher<Item, Answer> = { add(item: Item): Promise<Answer>; idle(): Promise<void> }

/**
 * All that is added in one turn of the event loop shares one commit: `setImmediate` runs when every request that has arrived
 * is read. While a batch is away the next one gathers. A bad one fails alone: a batch that fails is entered again one by one.
 * `add` throws StoreUnavailable where the store has not answered within `storeDeadlineMs`.
 */
export function openWriteBatcher<Item, Answer>({
  enter,
  itemsPerCommit = 256,
}: WriteBatcherDeps<Item, Answer>): WriteBatcher<Item, Answer> {
  let waiting: Waiting<Item, Answer>[] = []
  let away: Waiting<Item, Answer>[] = []
  let running: Promise<void> | null = null
  let sweep: NodeJS.Timeout | null = null

  function gather(next: Waiting<Item, Answer>) {
    waiting.push(next)
    sweep ??= setInterval(expire, sweepMs)
    running ??= new Promise<void>((done) =>
      setImmediate(async () => {
        while (waiting.length > 0) await enterNext()
        running = null
        done()
      }),
    )
  }

  async function enterNext() {
    away = waiting.splice(0, itemsPerCommit)
    try {
      await enterAll(away)
    } catch (error) {
      if (
        away.length === 1 ||
        (error instanceof StoreUnavailable && !(error instanceof StoreConflict))
      )
        return refuse(away, error)
      for (const one of away)
        await enterAll([one]).catch((reason: unknown) => refuse([one], reason))
    } finally {
      away = []
    }
  }

  async function enterAll(batch: readonly Waiting<Item, Answer>[]) {
    const answers = await enter(batch.map(({ item }) => item))
    batch.forEach(({ finish }, index) => finish({ value: answers[index]! }))
  }

  function expire() {
    const late = performance.now()
    refuse(
      [...away, ...waiting].filter(({ deadline }) => deadline <= late),
      new StoreUnavailable('the store did not answer in time'),
    )
    waiting = waiting.filter(({ deadline }) => deadline > late)
    if (waiting.length + away.length > 0 || !sweep) return
    clearInterval(sweep)
    sweep = null
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        const finish = (answer: { value: Answer } | Error) =>
          answer instanceof Error ? reject(answer) : resolve(answer.value)
        gather({ item, deadline: performance.now() + storeDeadlineMs, finish })
      }),
    async idle() {
      await running
      if (sweep) clearInterval(sweep)
    },
  }
}

const refuse = (batch: readonly { finish: (answer: Error) => void }[], error: unknown) => {
  for (const { finish } of batch) finish(error instanceof Error ? error : new Error(String(error)))
}
