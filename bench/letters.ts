import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore, type Store } from '#server/db/open.ts'
import { peakMb } from '#test/peak-memory.ts'
import { silentLog } from '#test/silent-log.ts'
import { joinByCall } from '#test/visitor.ts'
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
 * LETTER-2: queues a letter to 1,000,000 people beside visitors who join, and a second one to a
 * server that does nothing else. The ramp lets few of its mails leave meanwhile.
 */
export async function letters(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
  await fill({ dataDir }, people, Date.now() + dayMs)
  const server = await startBench('dist/server/main.js', { DATA_DIR: dataDir })
  const store = await openStore({ dataDir }, { log: silentLog, role: 'command' })
  try {
    await queueAlone(server, store, dataDir)
    await confirmMailOvertakes(server, store)
    await queueBesideSignUps(server, store, dataDir)
  } finally {
    await store.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function queueAlone(server: BenchServer, store: Store, dataDir: string) {
  const letter = await send(server, dataDir)
  await began(store, letter)
  const start = performance.now()
  await queued(store, letter)
  figure('s in which 1,000,000 recipients are queued, nobody joining', secondsSince(start))
  const mb = peakMb(server.pid)
  claim('MB after queueing 1,000,000 recipients (VmHWM)', mb, mb <= 160, 'at most 160')
  const { count } = await store.db
    .selectFrom('outbox')
    .where('letterId', '=', letter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  claim('mails queued', Number(count), Number(count) === people, 'one for each person')
}

/** The time from a sign-up to its confirm mail, beside a letter with a million waiting mails. */
async function confirmMailOvertakes(server: BenchServer, store: Store) {
  const email = 'sanne@overtakes.example'
  const start = performance.now()
  await joinByCall(`http://localhost:${server.port}`, email)
  const sent = store.db.selectFrom('outbox').select('id').where('email', '=', email)
  while (!(await sent.where('state', '=', 'sent').executeTakeFirst())) await sleep(20)
  figure(
    's from a sign-up to its confirm mail, 1,000,000 mails of a letter waiting',
    secondsSince(start),
  )
}

async function queueBesideSignUps(server: BenchServer, store: Store, dataDir: string) {
  const letter = await send(server, dataDir)
  await began(store, letter)
  const beside: number[] = []
  for (let round = 0; round < rounds; round++) beside.push(await waitOfSignUp(server))
  const isOver = await isQueued(store, letter)
  await queued(store, letter)
  const alone: number[] = []
  for (let round = 0; round < rounds; round++) alone.push(await waitOfSignUp(server))
  if (isOver) throw new Error('the letter was queued before the sign-ups were measured')
  const ratio = median(beside) / median(alone)
  claim(
    'median of a sign-up while a letter is queued against after it',
    ratio,
    ratio <= 1.2,
    'at most 1.2x',
  )
}

const waitOfSignUp = async (server: BenchServer) =>
  (await load(server, { connections, seconds, kind: 'join' })).p50

/** Writes a letter and sends it, as an operator does at a shell. Returns its id. */
async function send(server: BenchServer, dataDir: string): Promise<string> {
  const file = join(dataDir, 'letter.md')
  writeFileSync(file, text)
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(server.port) }
  const run = (...words: string[]) =>
    execFileSync(process.execPath, ['scripts/run-command.ts', 'letters', ...words, '--json'], {
      env,
      encoding: 'utf8',
    })
  const { id } = JSON.parse(run('new', file)) as { id: string }
  run('send', id, '--yes')
  return id
}

const began = async (store: Store, id: string) => {
  while ((await readQueue(store, id)).cursor === null) await sleep(100)
}

const queued = async (store: Store, id: string) => {
  while (!(await isQueued(store, id))) await sleep(200)
}

const isQueued = async (store: Store, id: string) => (await readQueue(store, id)).queuedAt !== null

const readQueue = ({ db }: Store, id: string) =>
  db
    .selectFrom('letters')
    .select(['cursor', 'queuedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const secondsSince = (start: number) => (performance.now() - start) / 1_000
