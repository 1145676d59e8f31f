import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { importActPath, importPath, mostUploadBytes } from '#contract/people/imports.ts'
import { formTokenField } from '#contract/dashboard/navigation.ts'
import { peoplePaths } from '#contract/people/list.ts'
import { peakMb } from '#test/peak-memory.ts'
import { formTokenIn, ownForm, type SignedIn } from '#test/signed-in.ts'
import { fill } from './fill.ts'
import { claim, figure, load, median, type BenchServer } from './measure.ts'
import { startSignedIn } from './signed-in.ts'

const people = 1_000_000
const rounds = 3
const seconds = 8
/** Visitors keep the server busy, but do not wait for each other alone. */
const connections = 16
const dayMs = 24 * 3_600_000

/**
 * DASH-4: what visitors who join notice of an export of a million people and of an import of 100 MB,
 * in turn with none; the peak of memory of a server that does nothing else.
 */
export async function transfer(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
  await fill({ dataDir }, people, Date.now() + dayMs)
  try {
    await measureExport(dataDir)
    await measureImport(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measureExport(dataDir: string) {
  const { server, operator } = await startSignedIn({ DATA_DIR: dataDir })
  const begun = performance.now()
  const rows = await countLines(await postExport(server, operator))
  figure('s of an export of 1,000,000 people, nobody joining', (performance.now() - begun) / 1_000)
  claim('rows of the export', rows, rows === people + 1, 'each person and the head')
  const mb = peakMb(server.pid)
  claim('MB after an export of 1,000,000 people (VmHWM)', mb, mb <= 160, 'at most 160')
  const beside = await inTurn(server, async () => {
    const stop = new AbortController()
    const reading = countLines(await postExport(server, operator, stop.signal)).catch(() => 0)
    return async () => {
      stop.abort()
      await reading
    }
  })
  await server.stop()
  claim('median of a sign-up beside an export against alone', beside, beside <= 1.2, 'at most 1.2x')
}

/** An import runs for minutes and cannot be stopped: the rounds alone come after it. */
async function measureImport(dataDir: string) {
  const { server, operator } = await startSignedIn({ DATA_DIR: dataDir })
  const file = join(dataDir, 'people.csv')
  const rows = await writePeople(file)
  const run = await upload(server, operator, file)
  const checkS = await secondsUntil(operator, run, 'Checking the file')
  figure(`s of the check of 100 MB, ${rows} rows, nobody joining`, checkS)
  await operator.post(importActPath(run.slice(importPath.length + 1), 'run'))
  const beside: number[] = []
  for (let round = 0; round < rounds; round++) beside.push(await waitOfSignUp(server))
  const importS = await secondsUntil(operator, run, 'Importing')
  figure('s of the rest of the import, nobody joining', importS)
  const mb = peakMb(server.pid)
  figure('MB after an import of 100 MB beside sign-ups (VmHWM)', mb)
  const alone: number[] = []
  for (let round = 0; round < rounds; round++) alone.push(await waitOfSignUp(server))
  await server.stop()
  figure('median of a sign-up beside an import against alone', median(beside) / median(alone))
}

const waitOfSignUp = async (server: BenchServer) =>
  (await load(server, { connections, seconds, kind: 'join' })).p50

/** Rounds with the work in the background and without, in turn: the ratio of their medians. */
async function inTurn(server: BenchServer, begin: () => Promise<() => Promise<void>>) {
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(await waitOfSignUp(server))
    const end = await begin()
    beside.push(await waitOfSignUp(server))
    await end()
  }
  return median(beside) / median(alone)
}

async function postExport(server: BenchServer, operator: SignedIn, signal?: AbortSignal) {
  return fetch(`http://localhost:${server.port}${peoplePaths.export}`, {
    method: 'POST',
    headers: { cookie: operator.cookie, ...ownForm },
    body: new URLSearchParams({ [formTokenField]: await tokenOf(operator) }),
    ...(signal && { signal }),
  })
}

const tokenOf = async (operator: SignedIn) => formTokenIn(await operator.html('/dashboard/people'))

async function countLines(answer: Response): Promise<number> {
  let lines = 0
  for await (const chunk of answer.body!) for (const byte of chunk) if (byte === 10) lines++
  return lines
}

/** A file of at most 100 MB with an address in each row. Returns the number of rows. */
async function writePeople(file: string): Promise<number> {
  const writer = await open(file, 'w')
  let [bytes, rows] = [0, 0]
  await writer.write('email,source,joined_at\n')
  while (bytes < mostUploadBytes - 100_000) {
    const lines = Array.from({ length: 1_000 }, () => rowOf(rows++)).join('')
    bytes += lines.length
    await writer.write(lines)
  }
  await writer.close()
  return rows
}

const rowOf = (n: number) =>
  `${(Math.imul(n, 0x9e3779b1) >>> 0).toString(36)}.${n}@company-${n % 5_000}.example,the old list of the shop,2026-01-31\n`

/** Returns the path of the import that the upload began. */
async function upload(server: BenchServer, operator: SignedIn, file: string): Promise<string> {
  const body = new FormData()
  body.append(formTokenField, await tokenOf(operator))
  body.append('people', 'confirmed')
  body.append('source', 'the old list')
  body.append('date', '2026-01-31')
  body.append('file', await openAsBlob(file), 'people.csv')
  const answer = await fetch(`http://localhost:${server.port}${importPath}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: operator.cookie, ...ownForm },
    body,
  })
  const path = answer.headers.get('location')
  if (!path) throw new Error(`the upload answered ${answer.status}`)
  return path
}

/** How long the import shows `title` from now on. */
async function secondsUntil(operator: SignedIn, path: string, title: string): Promise<number> {
  const begun = performance.now()
  while ((await operator.html(path)).includes(`>${title}<`)) await sleep(500)
  return (performance.now() - begun) / 1_000
}
