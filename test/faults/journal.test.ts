import { spawnSync } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { compactJournal } from '#server/db/tidy-journal.ts'
import { writeJournalEntry } from '#server/db/journal.ts'
import { readJournal, journalPath } from '#server/db/journal-file.ts'
import { openStore } from '#server/db/open.ts'
import { freshFolder, freshStore } from '#test/fresh-store.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { inAnotherProcess } from '#test/other-process.ts'
import { peakMb } from '#test/peak-memory.ts'
import { silentLog } from '#test/silent-log.ts'
import { spawnServer, untilReady } from '#test/server-process.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const moduleOf = (name: string) => String(new URL(`../../src/server/db/${name}`, import.meta.url))
const hash = (name: number) => createHmac('sha256', 'key').update(String(name)).digest('base64url')

/** A closed store whose journal has each of ten people three times, and one entry that waits. */
async function closedStore() {
  const dataDir = freshFolder()
  const store = await freshStore('sqlite', { dataDir })
  const path = journalPath(dataDir)
  for (let entry = 0; entry < 30; entry++)
    await store.transact(async (trx) =>
      writeJournalEntry(trx, 'left', `athlete${entry % 10}@example.com`, noon + entry),
    )
  await store.close()
  appendFileSync(path, `\n61 suppressed ${noon} 0badcafe ${hash(0)}`)
  return { dataDir, store, path }
}

/** A compaction by a process that is killed in place of its call number `step` on a file. */
const compactionKilledAt = (step: number, dataDir: string) =>
  spawnSync(process.execPath, [
    '--input-type=module',
    '-e',
    `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    let left = ${step}
    for (const name of ['openSync', 'writeFileSync', 'fsyncSync', 'closeSync', 'statSync', 'renameSync', 'rmSync']) {
      const real = fs[name]
      fs[name] = (...args) => {
        if (left-- === 0) process.kill(process.pid, 'SIGKILL')
        return real(...args)
      }
    }
    const { compactJournal } = await import('${moduleOf('tidy-journal.ts')}')
    syncBuiltinESMExports()
    compactJournal('${dataDir}')`,
  ])

test('kill -9 at each step of a compaction leaves the journal before it or after it, and the next start compacts it', async () => {
  const { dataDir, store, path } = await closedStore()
  const [bytes, before] = [readFileSync(path), readJournal(path)]
  let step = 0
  for (; ; step++) {
    writeFileSync(path, bytes)
    const { signal, status, stderr } = compactionKilledAt(step, dataDir)
    expect(readJournal(path)).toEqual(before)
    const server = await store.reopen()
    expect(readJournal(path)).toEqual(before)
    await server.close()
    expect(statSync(path).size).toBeLessThan(bytes.length / 2)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('journal'))).toEqual(['journal'])
    if (signal === 'SIGKILL') continue
    expect([status, String(stderr)]).toEqual([0, ''])
    break
  }
  recordMeasurement(`a compaction was killed at ${step} steps`)
  expect(step).toBeGreaterThan(10)
})

test('a process that writes to the journal while another compacts it again and again loses no line', async () => {
  const { dataDir, path } = await closedStore()
  const people = 300
  const writer = await inAnotherProcess(`
    import { openStore } from '${moduleOf('open.ts')}'
    import { writeJournalEntry } from '${moduleOf('journal.ts')}'
    const log = { info() {}, warn() {}, error() {}, debug() {} }
    const store = await openStore({ dataDir: '${dataDir}' }, { log, role: 'command', journalKey: () => 'key' })
    console.log('open')
    for (let person = 0; person < ${people}; person++)
      await store.transact(async (trx) => {
        writeJournalEntry(trx, 'left', 'new' + person + '@example.com', ${noon} + person)
        writeJournalEntry(trx, 'left', 'athlete@example.com', ${noon} + person)
      })
    await store.close()
    console.log('written')
  `)
  const written = writer.nextLine().then((line) => line || 'ended')
  const turn = () => new Promise<null>((next) => void setImmediate(next, null))
  let compactions = 0
  do {
    const { ino } = statSync(path)
    compactJournal(dataDir)
    compactions += statSync(path).ino === ino ? 0 : 1
  } while ((await Promise.race([written, turn()])) === null)
  const { entries, position } = readJournal(path)!
  recordMeasurement(`${compactions} compactions beside ${people} transactions that wrote`)
  expect(compactions).toBeGreaterThan(0)
  expect(entries.filter(({ number }) => number > 61)).toHaveLength(people + 1)
  expect(position.line).toBe(61 + people * 4)
})

describe('a server starts on a journal of 100 MB within bounded memory', () => {
  test.each([
    ['of 24 people who left and came back again and again', 24, 1],
    ['of people who each left once', Infinity, 340_000],
  ])('with entries %s', async (entries, people, left) => {
    const dataDir = freshFolder()
    await (await openStoreIn(dataDir)).close()
    const path = journalPath(dataDir)
    writeFileSync(path, `\nascend journal ${'0'.repeat(36)} 0\n`)
    const mb = fill(path, 100_000_000, people) / 1e6
    const without = await started(freshFolder())
    const { cpuSeconds, peak } = await started(dataDir)
    recordMeasurement(
      `a journal of ${mb.toFixed(0)} MB ${entries}: ready after ${cpuSeconds.toFixed(1)} s of processor time (${without.cpuSeconds.toFixed(1)} s without), peak ${peak.toFixed(0)} MB (${without.peak.toFixed(0)} MB without), then ${(statSync(path).size / 1e6).toFixed(1)} MB`,
    )
    expect(peak - without.peak).toBeLessThan(people === 24 ? 60 : 200)
    expect(readJournal(path)!.entries.length).toBeGreaterThanOrEqual(left)
  })
})

/** What a server took until it was ready. */
async function started(dataDir: string): Promise<{ cpuSeconds: number; peak: number }> {
  const server = await untilReady(spawnServer({ DATA_DIR: dataDir }))
  const pid = server.child.pid!
  // utime and stime of proc(5), in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const taken = { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100, peak: peakMb(pid) }
  await server.kill()
  return taken
}

const openStoreIn = (dataDir: string) => openStore({ dataDir }, { log: silentLog, role: 'server' })

/** Writes entries with their outcomes, of `people` in turn. Returns the bytes. */
function fill(path: string, bytes: number, people: number): number {
  let [number, written] = [0, 0]
  while (written < bytes) {
    let text = ''
    for (let entry = 0; entry < 1_000; entry++) {
      const line = `left ${noon + number} 0badcafe ${hash((number / 2) % people)}`
      text += `${++number} ${line}\n${++number} done ${line}\n`
    }
    appendFileSync(path, text)
    written += text.length
  }
  return written
}
