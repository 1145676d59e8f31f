import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartRefused } from '#server/config/start-refused.ts'
import { readMeta, writeMeta, type MetaKey } from './meta.ts'
import { StoreUnavailable, type Store, type StoreLocation } from './store.ts'

const key = 'campaign' satisfies MetaKey

/**
 * BRAND-1: a store keeps the name of the campaign that it was first served with. Throws StartRefused
 * where this server has another one: its people would get mails and pages of a brand that they never
 * joined. A store that does not answer, as on a full disk, is asked by the next start.
 */
export async function keepCampaign(
  { db, transact }: Store,
  { served, place }: { served: string; place: string },
): Promise<void> {
  try {
    const kept = await readMeta(db, key)
    if (kept === null) await transact((trx) => writeMeta(trx, key, served))
    if (kept !== null && kept !== served)
      throw new StartRefused(
        `The people in ${place} joined the campaign '${kept}', and this server has '${served}'. Start it with CAMPAIGN=${kept}, give '${served}' a store of its own in DATA_DIR (or DATABASE_URL), or hand these people over: CAMPAIGN=${served} npm run brand -- adopt`,
      )
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
}

/** Hands a store over to another campaign. Resolves with the one before; null where none was kept. */
export const adoptStore = ({ transact }: Store, name: string): Promise<string | null> =>
  transact(async (trx) => {
    const before = await readMeta(trx, key)
    await writeMeta(trx, key, name)
    return before
  })

/**
 * Before a store is opened: the campaign that it keeps, with whose words a command has to speak.
 * Null where there is none, or where it cannot be read: the command says why itself.
 */
export async function campaignAt(where: StoreLocation): Promise<string | null> {
  const query = `select value from meta where key = '${key}'`
  try {
    if ('dataDir' in where) {
      const path = join(resolve(where.dataDir), 'ascend.db')
      if (!existsSync(path)) return null
      const file = new DatabaseSync(path, { readOnly: true })
      try {
        return nameOf(file.prepare(query).get())
      } finally {
        file.close()
      }
    }
    const { Client } = (await import('pg')).default
    const client = new Client({
      connectionString: where.databaseUrl,
      connectionTimeoutMillis: 3_000,
    })
    await client.connect()
    try {
      return nameOf((await client.query(query)).rows[0])
    } finally {
      await client.end()
    }
  } catch {
    return null
  }
}

const nameOf = (row: unknown): string | null =>
  row !== null && typeof row === 'object' && 'value' in row ? String(row.value) : null
