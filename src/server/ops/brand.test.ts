import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { adoptStore, campaignAt, keepCampaign } from '#server/db/campaign-of-store.ts'
import { readMeta } from '#server/db/meta.ts'
import { openStore } from '#server/db/open.ts'
import { startServer } from '#server/start.ts'
import { freshFolder, freshStore, storeEngines } from '#test/fresh-store.ts'
import { reservePort } from '#test/reserved-port.ts'
import { silentLog } from '#test/silent-log.ts'

const place = 'the database'

describe.each(storeEngines)('[BRAND-1] a store on %s', (engine) => {
  test('keeps the campaign that it was first served with, and refuses another until it is handed over', async () => {
    const store = await freshStore(engine)
    await keepCampaign(store, { served: 'fuel', place })
    await keepCampaign(store, { served: 'fuel', place })
    await expect(keepCampaign(store, { served: 'anvil', place })).rejects.toThrow(
      new StartRefused(
        "The people in the database joined the campaign 'fuel', and this server has 'anvil'. Start it with CAMPAIGN=fuel, give 'anvil' a store of its own in DATA_DIR (or DATABASE_URL), or hand these people over: CAMPAIGN=anvil npm run brand -- adopt",
      ),
    )
    expect(await adoptStore(store, 'anvil')).toBe('fuel')
    await keepCampaign(store, { served: 'anvil', place })
    expect(await readMeta(store.db, 'campaign')).toBe('anvil')
  })

  test('is asked for its campaign before it is opened; one without a name has none', async () => {
    const store = await freshStore(engine)
    expect(await campaignAt(store.where)).toBeNull()
    await keepCampaign(store, { served: 'anvil', place })
    expect(await campaignAt(store.where)).toBe('anvil')
  })
})

test('a folder without a store, and a database that does not answer, have no campaign', async () => {
  expect(await campaignAt({ dataDir: freshFolder() })).toBeNull()
  const databaseUrl = `postgres://nobody@127.0.0.1:${await reservePort()}/none`
  expect(await campaignAt({ databaseUrl })).toBeNull()
})

test('[BRAND-1] a server does not start on the store of another campaign, and names the folder, the setting and the command', async () => {
  const dataDir = await storeOf('anvil')
  const read = readConfig({ PORT: '0', DATA_DIR: dataDir })
  if (!read.ok) throw new Error(read.problems.join())
  await expect(startServer(read.config, { log: silentLog })).rejects.toThrow(
    `The people in ${dataDir} joined the campaign 'anvil', and this server has 'fuel'. Start it with CAMPAIGN=anvil, give 'fuel' a store of its own in DATA_DIR`,
  )
})

test('[BRAND-1] a command has the campaign that the store keeps, and says so where its folder is gone', async () => {
  const ofFuel = await storeOf('fuel')
  expect(command(['figures', '--json'], { DATA_DIR: ofFuel, CAMPAIGN: 'gone' })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('campaigns/fuel/figures.ts'),
  })
  const { status, stderr } = command(['figures'], { DATA_DIR: await storeOf('gone') })
  expect([status, stderr]).toEqual([
    1,
    'campaigns/gone/index.ts is missing: name a folder of campaigns/ in CAMPAIGN, or bring that one back.\n',
  ])
})

test('[BRAND-1] npm run brand -- adopt says what it would do, and does it with --yes', async () => {
  const dataDir = await storeOf('anvil')
  const adopt = (...options: string[]) =>
    command(['brand', 'adopt', ...options], { DATA_DIR: dataDir, CAMPAIGN: 'fuel' }).stdout
  expect(adopt()).toBe(
    "The store would have the campaign 'fuel' instead of 'anvil'. Add --yes to do it.\n",
  )
  expect(await campaignAt({ dataDir })).toBe('anvil')
  expect(adopt('--yes')).toBe(
    "The store has the campaign 'fuel' now instead of 'anvil'. Start its servers with CAMPAIGN=fuel.\n",
  )
  expect(await campaignAt({ dataDir })).toBe('fuel')
  expect(adopt('--yes')).toBe("The store has the campaign 'fuel' already.\n")
})

async function storeOf(campaign: string): Promise<string> {
  const dataDir = freshFolder()
  const store = await openStore({ dataDir }, { log: silentLog, role: 'server' })
  await keepCampaign(store, { served: campaign, place: dataDir })
  await store.close()
  return dataDir
}

const command = (args: string[], env: Record<string, string>) =>
  spawnSync(process.execPath, ['scripts/run-command.ts', ...args], {
    cwd: resolve(import.meta.dirname, '../../..'),
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
