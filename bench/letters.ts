import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { peakMb } from '#test/peak-memory.ts'
import { silentLog } from '#test/silent-log.ts'
import { joinByCall } from '#test/visitor.ts'
import { readLetterCounts } from '#server/letters/letter.ts'
import { openStore } from '#server/db/open.ts'
import type { Store } from '#server/db/store.ts'
import { fill } from './fill.ts'
import { claim, figure, load, median, startBench, type BenchServer } from './measure.ts'

const people = 1_000_000
const rounds = 3
const seconds = 8
const connections = 16
const dayMs = 24 * 3_600_000
const text = `---
subject: We are live
preview: The shop is open.
---
# We are live

[Open the shop](https://example.com/)
`

/**
 * LETTER-2: a letter to 1,000,000 people: how long it takes to begin, what a server that sends it
 * needs, and what visitors who join beside it notice. The ramp lets few of its mails leave meanwhile.
 */
export async function letters(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
  await fill({ dataDir }, people, Date.now() + dayMs)
  const server = await startBench('dist/fuel/server/main.js', { DATA_DIR: dataDir })
  const store = await openStore({ dataDir }, { log: silentLog, role: 'command' })
  try {
    const id = await begin(server, store, dataDir)
    await confirmMailOvertakes(server, store)
    const beside = await waitsOfSignUps(server)
    command(server, dataDir, 'stop', id)
    const ratio = median(beside) / median(await waitsOfSignUps(server))
    const what = 'median of a sign-up while a letter is sent against after it'
    claim(what, ratio, ratio <= 1.2, 'at most 1.2x')
  } finally {
    await store.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Returns the id of the letter. */
async function begin(server: BenchServer, store: Store, dataDir: string): Promise<string> {
  const file = join(dataDir, 'letter.md')
  writeFileSync(file, text)
  const { id } = JSON.parse(command(server, dataDir, 'new', file)) as { id: string }
  const start = performance.now()
  command(server, dataDir, 'send', id, '--yes')
  figure('s to send a letter to 1,000,000 people, with its count by provider', secondsSince(start))
  const { total } = await readLetterCounts(store.db, id)
  claim('people that it is for', total.queued, total.queued === people, 'each person')
  while ((await readLetterCounts(store.db, id)).total.accepted < 1) await sleep(100)
  figure('s until its first mail was sent', secondsSince(start))
  const mb = peakMb(server.pid)
  claim('MB of a server that sends it (VmHWM)', mb, mb <= 160, 'at most 160')
  return id
}

/** The time from a sign-up to its confirm mail, beside a letter to a million. */
async function confirmMailOvertakes(server: BenchServer, store: Store) {
  const email = 'sanne@overtakes.example'
  const start = performance.now()
  await joinByCall(`http://localhost:${server.port}`, email)
  const sent = store.db
    .selectFrom('people')
    .innerJoin('outbox', 'outbox.personId', 'people.id')
    .select('outbox.id')
    .where('people.email', '=', email)
    .where('outbox.state', '=', 'sent')
  while (!(await sent.executeTakeFirst())) await sleep(20)
  figure('s from a sign-up to its confirm mail, beside a letter to 1,000,000', secondsSince(start))
}

async function waitsOfSignUps(server: BenchServer): Promise<number[]> {
  const waits: number[] = []
  for (let round = 0; round < rounds; round++)
    waits.push((await load(server, { connections, seconds, kind: 'join' })).p50)
  return waits
}

/** As an operator does at a shell. */
const command = (server: BenchServer, dataDir: string, ...words: string[]) =>
  execFileSync(process.execPath, ['scripts/run-command.ts', 'letters', ...words, '--json'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(server.port) },
    encoding: 'utf8',
  })

const secondsSince = (start: number) => (performance.now() - start) / 1_000
