import { chownSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { leave } from '#server/signup/membership.ts'
import { freshDatabase, freshFolder, freshStore, testSecret } from '#test/fresh-store.ts'
import { queueTo } from '#test/mailbox.ts'
import { operate } from '#test/operator.ts'
import { backupCommand } from './backup.ts'
import { moveCommand } from './move.ts'
import { restoreCommand } from './restore.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const minuteMs = 60_000
/** The user of a server that does not run as root. */
const nobody = 65_534

function folderOfServer(): string {
  const dataDir = freshFolder()
  chownSync(dataDir, nobody, nobody)
  return dataDir
}

/** Everything in the folder that is not the server's, which could not write it. */
const notOfServer = (dataDir: string): string[] =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => lstatSync(join(dataDir, name)).uid !== nobody)
    .sort()

/** Somebody leaves and comes back, so that a backup makes the journal shorter. */
async function waitlist(dataDir: string) {
  const store = await freshStore('sqlite', { dataDir })
  const sanne = await queueTo(store, 'sanne@example.com', 'welcome', 'confirmed', noon)
  for (let round = 1; round <= 5; round++) {
    await store.db.updateTable('people').set({ state: 'confirmed', leftAt: null }).execute()
    await store.transact((trx) => leave(trx, sanne, noon + round * minuteMs))
  }
  return store
}

test.runIf(process.getuid?.() === 0)(
  'what the commands of root make in a data folder belongs to its owner, so that the server can write it',
  async () => {
    const dataDir = folderOfServer()
    const store = await waitlist(dataDir)
    expect(notOfServer(dataDir)).toEqual([])
    const env = { DATA_DIR: dataDir, SECRET_KEY: testSecret }
    await operate(backupCommand, env, '', noon + 6 * minuteMs)
    expect(notOfServer(dataDir)).toEqual([])
    await store.close()
    const [backup = ''] = readdirSync(join(dataDir, 'backups'))
    const args = `${join(dataDir, 'backups', backup)} --force`
    await operate(restoreCommand(campaign.sequence), env, args, noon + 7 * minuteMs)
    expect(notOfServer(dataDir)).toEqual([])
    rmSync(join(dataDir, 'ascend.db'))
    await operate(restoreCommand(campaign.sequence), { DATA_DIR: dataDir }, args)
    expect(readdirSync(dataDir)).toContain('secret')
    expect(notOfServer(dataDir)).toEqual([])
  },
)

test.runIf(process.getuid?.() === 0)(
  'what a move of root writes into a data folder belongs to its owner',
  async () => {
    const [{ databaseUrl }, dataDir] = [await freshDatabase(), folderOfServer()]
    const env = { DATABASE_URL: databaseUrl, SECRET_KEY: testSecret }
    await operate(moveCommand, env, `--to ${dataDir}`)
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['ascend.db', 'secret']))
    expect(notOfServer(dataDir)).toEqual([])
  },
)
