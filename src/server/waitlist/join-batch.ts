import { StoreAway, type Store } from '#server/store/open.ts'
import { joinAll, type Joined, type Joining } from './join.ts'
import type { OptIn } from './life.ts'

/** Longest that a visitor waits for the store before the answer is 503. */
export const storeDeadlineMs = 2_000

type Waiting = { joining: Joining; deadline: number; settle: (answer: Joined | Error) => void }

export type JoinBatchDeps = {
  store: Store
  optIn: OptIn
  now: () => number
  /** called after a commit that may have queued mails */
  committed: (rows: number) => void
  rowsPerCommit?: number
}

export type JoinBatch = { join(joining: Joining): Promise<Joined>; idle(): Promise<void> }

/**
 * All sign-ups of one turn of the event loop share one commit: `setImmediate` runs when every request that has arrived is
 * read. While a batch is away the next one gathers. A bad one fails alone: a batch that fails is entered again row by row.
 * `join` throws StoreAway where the store has not answered within `storeDeadlineMs`.
 */
export function openJoinBatch({ store, optIn, now, committed, rowsPerCommit = 256 }: JoinBatchDeps): JoinBatch {
  let waiting: Waiting[] = []
  let away: Waiting[] = []
  let running: Promise<void> | null = null
  let sweep: NodeJS.Timeout | null = null

  function gather(next: Waiting) {
    waiting.push(next)
    sweep ??= setInterval(expire, 100)
    running ??= new Promise<void>((done) => setImmediate(async () => {
      while (waiting.length > 0) await enterNext()
      running = null
      done()
    }))
  }

  async function enterNext() {
    away = waiting.splice(0, rowsPerCommit)
    try {
      await enter(away)
    } catch (error) {
      if (error instanceof StoreAway || away.length === 1) return refuse(away, error)
      for (const one of away) await enter([one]).catch((reason: unknown) => refuse([one], reason))
    } finally {
      away = []
    }
  }

  async function enter(batch: readonly Waiting[]) {
    const answers = await store.transact((trx) => joinAll(trx, batch.map(({ joining }) => joining), optIn, now()))
    batch.forEach(({ settle }, index) => settle(answers[index]!))
    committed(batch.length)
  }

  function expire() {
    const late = performance.now()
    refuse([...away, ...waiting].filter(({ deadline }) => deadline <= late), new StoreAway('the store did not answer in time'))
    waiting = waiting.filter(({ deadline }) => deadline > late)
    if (waiting.length + away.length > 0 || !sweep) return
    clearInterval(sweep)
    sweep = null
  }

  return {
    join: (joining) => new Promise((resolve, reject) => {
      const settle = (answer: Joined | Error) => (answer instanceof Error ? reject(answer) : resolve(answer))
      gather({ joining, deadline: performance.now() + storeDeadlineMs, settle })
    }),
    async idle() { await running; if (sweep) clearInterval(sweep) },
  }
}

const refuse = (batch: readonly Waiting[], error: unknown) => {
  for (const { settle } of batch) settle(error instanceof Error ? error : new Error(String(error)))
}
