import { hash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { insertRows } from '#server/db/insert-rows.ts'
import type { LineNetworksTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { hourMs } from '#server/limits/budgets.ts'
import { largestNetwork } from '#server/limits/client-network.ts'

/** A person who confirms, or whose link a friend came by. `address`: the client's. */
export type OwnPress = { personId: string; order: number; address: string; secret: string }

/**
 * LINE-5: notes the network from which each of these people confirms, for `forMs`. One row
 * of two numbers: a budget's row would cost a confirmation two pages more of a write.
 */
export async function noteOwnNetworks(
  trx: Transaction<Schema>,
  presses: readonly OwnPress[],
  forMs: number,
  now: number,
): Promise<void> {
  // By the hour, so that the time does not tell whose confirmation it was.
  const until = Math.floor(now / hourMs) * hourMs + forMs
  await insertRows(
    trx,
    'note networks',
    presses.map((press) => ({ id: idOf(press), until })),
    (values) =>
      trx
        .insertInto('line_networks')
        .values(values as LineNetworksTable[])
        .onConflict((same) => same.doNothing()),
  )
}

/** Until when (ms) the person's own confirmation came from this network; null if it did not. */
export const ownNetworkUntil = async (
  trx: Transaction<Schema>,
  press: OwnPress,
): Promise<number | null> =>
  (
    await trx
      .selectFrom('line_networks')
      .select('until')
      .where('id', '=', idOf(press))
      .executeTakeFirst()
  )?.until ?? null

const groupSize = 64
const hashBits = 26

/**
 * No network is stored with a person: the number has a keyed hash of both, and in its upper bits a
 * group of 64 people who confirmed after each other, so that rows come in the order of time. By
 * chance a network that nobody of a group came from is taken for one once in a million times.
 */
function idOf({ personId, order, address, secret }: OwnPress): number {
  const network = largestNetwork(address)
  // `hash` takes a sixth of the time of an HMAC. Length extension needs the whole digest.
  const digest = hash('sha256', `${secret} line ${personId} ${network}`, 'hex')
  const bits = Number.parseInt(digest.slice(0, 8), 16) >>> (32 - hashBits)
  return Math.floor(order / groupSize) * 2 ** hashBits + bits
}

/** One step of the deletion of those that no longer count. */
export async function forgetOwnNetworks(
  trx: Transaction<Schema>,
  { now, most, from }: { now: number; most: number; from: string },
): Promise<string | null> {
  const last = await trx
    .selectFrom('line_networks')
    .select('id')
    .where('id', '>', Number(from || -1))
    .orderBy('id')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  const old = trx
    .deleteFrom('line_networks')
    .where('id', '>', Number(from || -1))
    .where('until', '<=', now)
  await (last ? old.where('id', '<=', last.id) : old).execute()
  return last ? String(last.id) : null
}
