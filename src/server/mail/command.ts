import '../node-version.ts'

// Loaded only now: an older Node cannot even link what these import.
const { existsSync } = await import('node:fs')
const { join, resolve } = await import('node:path')
const { campaign } = await import('#campaign/campaign.ts')
const { readConfig } = await import('#server/config.ts')
const { openLog } = await import('#server/log.ts')
const { openStore, StartRefused, StoreAway } = await import('#server/store/open.ts')
const { runMailCommand } = await import('./commands.ts')

const say = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)

process.exitCode = await run().catch((error: unknown) => {
  if (!(error instanceof StartRefused || error instanceof StoreAway)) throw error
  complain(error.message)
  return 1
})

async function run(): Promise<number> {
  const read = readConfig(process.env)
  if (!read.ok) {
    complain(read.problems.join('\n'))
    return 1
  }
  const { config } = read
  const where = config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: resolve(config.dataDir) }
  if ('dataDir' in where && !existsSync(join(where.dataDir ?? '', 'ascend.db'))) {
    complain(`There is no waitlist in ${where.dataDir}: set DATA_DIR (or DATABASE_URL) as the server has it.`)
    return 1
  }
  const store = await openStore(where, { log: openLog(process.stderr), role: 'command' })
  try {
    return await runMailCommand(process.argv.slice(2), { store, config, sequence: campaign.sequence, now: Date.now(), print: say })
  } finally {
    await store.close()
  }
}
