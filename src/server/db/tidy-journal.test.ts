import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder, freshStore } from '#test/fresh-store.ts'
import { compactJournal } from './tidy-journal.ts'
import { copyJournalEntry, writeJournalEntry } from './journal.ts'
import {
  journalPosition,
  readJournal,
  journalKinds,
  journalPath,
  type JournalEntry,
  type JournalKind,
} from './journal-file.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const sanne = 'sanne@example.com'
const daan = 'daan@example.com'

async function scene() {
  const dataDir = freshFolder()
  const store = await freshStore('sqlite', { dataDir })
  const path = journalPath(dataDir)
  return {
    store,
    dataDir,
    path,
    note: (kind: JournalKind, email: string, at: number, fails = false) =>
      store
        .transact(async (trx) => {
          writeJournalEntry(trx, kind, email, at)
          if (fails) throw new Error('rolled back')
        })
        .catch(() => {}),
    /** The lines of the file after its header, without key and hash. */
    lines: () =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => /^\d/.test(line))
        .map((line) => line.split(' ').slice(0, -2).join(' ')),
  }
}

describe('compacting the journal', () => {
  test('keeps the last entry of each person and kind with its outcome, under their numbers', async () => {
    const { dataDir, path, note, lines } = await scene()
    for (let round = 1; round <= 3; round++) {
      await note('left', sanne, noon + round)
      await note('suspended', sanne, noon + round)
    }
    await note('left', daan, noon)
    const before = readJournal(path)
    compactJournal(dataDir)
    expect(lines()).toEqual([
      `9 left ${noon + 3}`,
      `10 done left ${noon + 3}`,
      `11 suspended ${noon + 3}`,
      `12 done suspended ${noon + 3}`,
      `13 left ${noon}`,
      `14 done left ${noon}`,
    ])
    expect(readJournal(path)).toEqual(before)
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
  })

  test('forgets what was rolled back, and keeps the entry before it and its position', async () => {
    const { dataDir, path, note, lines } = await scene()
    await note('left', sanne, noon)
    await note('left', sanne, noon + 1, true)
    compactJournal(dataDir)
    expect(lines()).toEqual([`1 left ${noon}`, `2 done left ${noon}`])
    expect(journalPosition(path)?.line).toBe(4)
    await note('left', daan, noon + 2)
    expect(lines().slice(2)).toEqual([`5 left ${noon + 2}`, `6 done left ${noon + 2}`])
  })

  test('keeps every entry without an outcome', async () => {
    const { store, dataDir, path, note } = await scene()
    await note('left', sanne, noon)
    await store.close()
    const [entry] = readJournal(path)!.entries
    const text = (at: number) => `left ${at} ${entry!.keyId} ${entry!.hash}`
    appendFileSync(path, `\n3 ${text(noon + 1)}\n4 ${text(noon + 2)}\n5 ${text(noon + 2)}\n5 le`)
    appendFileSync(path, `\n5 done ${text(noon + 2)}`)
    compactJournal(dataDir)
    expect(readFileSync(path, 'utf8')).toContain(`\n3 ${text(noon + 1)}\n`)
  })

  test('leaves a journal alone that has no line too many', async () => {
    const { dataDir, path, note } = await scene()
    for (const kind of journalKinds) await note(kind, sanne, noon)
    const { ino } = statSync(path)
    compactJournal(dataDir)
    expect(statSync(path).ino).toBe(ino)
  })

  test('takes the zeros that a crash left at the end out, however many', async () => {
    const { dataDir, path, note, lines } = await scene()
    await note('left', sanne, noon)
    appendFileSync(path, Buffer.alloc(3_000_000))
    await note('left', daan, noon)
    compactJournal(dataDir)
    await note('left', daan, noon + 1)
    expect(lines().map((line) => line.split(' ')[0])).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  test('the start of a server does it, and removes what a killed one has left', async () => {
    const { store, path, note, lines } = await scene()
    for (let round = 1; round <= 50; round++) await note('left', sanne, noon + round)
    await store.close()
    writeFileSync(`${path}.compacting-of-a-kill`, '')
    await store.reopen()
    expect(lines()).toEqual([`99 left ${noon + 50}`, `100 done left ${noon + 50}`])
    expect(readdirSync(join(path, '..')).filter((name) => name.startsWith('journal.'))).toEqual([])
  })
})

test('a journal of an earlier version, whose lines have no numbers, is read and continued', async () => {
  const { store, dataDir, path, note, lines } = await scene()
  await note('left', sanne, noon)
  await note('erased', daan, noon)
  await store.close()
  const id = journalPosition(path)!.id
  const old = readFileSync(path, 'utf8').replaceAll(/^\d+ /gm, '')
  writeFileSync(path, old.replace(/^ascend journal .*$/m, `ascend journal ${id}`))
  expect(readJournal(path)).toMatchObject({
    position: { id, line: 4 },
    entries: [{ kind: 'left' }, { kind: 'erased' }],
  })
  await (
    await store.reopen()
  ).transact(async (trx) => {
    const entry: JournalEntry = readJournal(path)!.entries[0]!
    copyJournalEntry(trx, { ...entry, at: noon + 1 })
  })
  expect(readJournal(path)?.position.line).toBe(6)
  compactJournal(dataDir)
  expect(lines().map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    `3 erased ${noon}`,
    '4 done erased',
    `5 left ${noon + 1}`,
    '6 done left',
  ])
})
