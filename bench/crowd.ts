import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { campaign } from '#campaign/campaign.ts'
import { consents } from '#campaign/copy/consents.ts'
import { claimMails } from '#server/mail/claim.ts'
import { connections as mailConnections } from '#server/mail/transport.ts'
import { openStore, type Place, type Store } from '#server/store/open.ts'
import { joinAll } from '#server/waitlist/join.ts'
import { silentLog } from '#test/silent-log.ts'
import { fill } from './fill.ts'
import { load, startBench, type BenchServer } from './measure.ts'
import type { BenchPostgres } from './postgres.ts'

export type Operation = 'join' | 'confirm' | 'save' | 'claim'
/** us of CPU an operation: of the server's process, and of all of Postgres's. */
export type CpuRun = { server: number; database: number }

const requests = { join: 4_000, confirm: 1_000, save: 3_000, claim: 1_000 }
const peopleOfADomain = 40
const rowsPerCommit = 250
const dayMs = 24 * 3_600_000

export type Crowd = Awaited<ReturnType<typeof openCrowd>>

/**
 * A store with so many people, and what is measured on it. Beside them wait, for the claims, as many who have just joined: their mails' links are
 * those that are confirmed. The server sends one mail an hour, so that the CPU measured is that of what was asked.
 */
export async function openCrowd(people: number, { rounds, postgres }: { rounds: number; postgres?: BenchPostgres }) {
  const folder = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
  const env = { DATA_DIR: folder, ...await postgres?.freshDatabase(`people_${people}`), MAILS_PER_HOUR: '1' }
  const where: Place = 'DATABASE_URL' in env ? { databaseUrl: env.DATABASE_URL! } : { dataDir: folder }
  const tokens: string[] = []
  let server: BenchServer | undefined
  let store: Store | undefined
  let entered = people

  await fill(where, people, Date.now() + dayMs)
  const turns = rounds + 1

  async function enterWaiting() {
    store = await openStore(where, { log: silentLog, role: 'command' })
    const waiting = Array.from({ length: turns * requests.claim }, (_, index) => ({
      email: `${(Math.imul(index, 0x9e3779b1) >>> 0).toString(36)}@domain-${Math.floor(index / peopleOfADomain)}.example`, placement: 'hero', source: '', consent: consents[0], spending: null,
    }))
    for (let from = 0; from < waiting.length; from += rowsPerCommit) await store.transact((trx) => joinAll(trx, waiting.slice(from, from + rowsPerCommit), 'double', Date.now()))
    entered += waiting.length
  }

  async function startServing() {
    await store!.db.updateTable('outbox').set({ state: 'sent', lease_owner: null, lease_until: null }).where('state', '=', 'sending').execute()
    await store!.close()
    server = await startBench('src/server/main.ts', env)
  }

  const doing: Record<Operation, () => Promise<number>> = { join: () => ask('join'), save: () => ask('save'), confirm: () => ask('confirm'), claim: claimDue }

  async function ask(kind: 'join' | 'save' | 'confirm'): Promise<number> {
    const links = join(folder, 'links')
    if (kind === 'confirm') writeFileSync(links, tokens.splice(0, requests.confirm).join('\n'))
    else entered += requests[kind]
    const { refused, cpuMicros } = await load(server!, { connections: 64, requests: requests[kind], ...(kind === 'confirm' ? { kind, tokens: links } : { kind }) })
    if (refused > 0) throw new Error(`${refused} of ${requests[kind]} were refused (${kind}, ${people} people)`)
    return cpuMicros
  }

  async function claimDue(): Promise<number> {
    const before = process.cpuUsage()
    for (let claimed = 0; claimed < requests.claim; claimed += mailConnections) {
      const { mails } = await claimMails(store!, { most: mailConnections, mailsPerHour: 1_000_000, paced: true, host: 'localhost', sequence: campaign.sequence }, Date.now())
      if (mails.length < mailConnections) throw new Error(`${mails.length} mails were claimed in place of ${mailConnections} (${people} people)`)
      tokens.push(...mails.map((mail) => mail.tokens.confirm))
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / requests.claim
  }

  async function run(operation: Operation): Promise<CpuRun> {
    const before = postgres?.cpuMicros() ?? 0
    const ours = await doing[operation]()
    return { server: ours, database: ((postgres?.cpuMicros() ?? 0) - before) / requests[operation] }
  }

  return {
    run,
    entered: () => entered,
    /** What these operations need, each done once before it counts. */
    async ready(operations: readonly Operation[]) {
      await (operations.includes('claim') ? enterWaiting() : startServing())
      for (const operation of operations) await run(operation)
    },
    async close() {
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
