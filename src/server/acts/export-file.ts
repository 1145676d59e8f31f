import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { zoneClock } from '#server/counts/zone-clock.ts'
import { newId } from '#server/db/new-id.ts'
import type { Log } from '#server/config/log.ts'
import type { Store } from '#server/db/store.ts'
import { insertAct, writeOutcome, type ActToLog } from './action-log.ts'

/**
 * Rows that one step reads: small reads, each followed by a longer rest, so sign-ups hardly wait.
 */
export const exportChunkSize = 100
const restPerWork = 5

type Chunks = AsyncIterable<{ text: string; rows: number }>

/**
 * A file of an operator. `name`: what the file's name begins with. `describe` says for the log how
 * many rows it has.
 */
type Exported = {
  act: ActToLog
  name: string
  format: 'csv' | 'jsonl'
  chunks: Chunks
  describe: (rows: number) => string
}

const types = { csv: 'text/csv', jsonl: 'application/jsonl' } as const

type Deps = { store: Store; campaign: { timeZone: string }; now: () => number; log: Log }

/** Streams a file as fast as the browser reads it. The log says how much it read. */
export async function exportFile(deps: Deps, { act, name, format, chunks, describe }: Exported) {
  const { store, campaign, now } = deps
  const id = newId()
  await store.transact((trx) => insertAct(trx, id, act, now()))
  const file = `${name}-${zoneClock(campaign.timeZone).dayOf(now())}.${format}`
  return (reply: FastifyReply) =>
    reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${file}"`,
        'x-content-type-options': 'nosniff',
      })
      .type(`${types[format]}; charset=utf-8`)
      .send(Readable.from(texts(id, { chunks, describe }, deps), { objectMode: false }))
}

/** The log gets the number of rows, also where the browser stopped reading. */
async function* texts(
  id: string,
  { chunks, describe }: Pick<Exported, 'chunks' | 'describe'>,
  { store, log }: Deps,
) {
  let rows = 0
  let end = 'interrupted after '
  try {
    let began = performance.now()
    for await (const chunk of chunks) {
      const tookMs = performance.now() - began
      rows += chunk.rows
      yield chunk.text
      await sleep(tookMs * restPerWork)
      began = performance.now()
    }
    end = ''
  } finally {
    const outcome = `${end}${describe(rows)}`
    await store
      .transact((trx) => writeOutcome(trx, id, outcome))
      .catch((error: unknown) => log.warn({ err: error }, 'the end of an export was not logged'))
  }
}
