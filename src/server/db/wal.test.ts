import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { freshFolder } from '#test/fresh-store.ts'
import { countLostCommits } from './integrity.ts'

const frameBytes = 24 + 4_096

/** A database with `commits` in its log, as a kill leaves it. */
function killed(commits = 20, before: (file: DatabaseSync) => void = () => {}) {
  const from = join(freshFolder(), 'store.db')
  const path = join(freshFolder(), 'store.db')
  const file = new DatabaseSync(from)
  file.exec('pragma journal_mode = wal; create table people (name text)')
  before(file)
  for (let commit = 0; commit < commits; commit++)
    file.exec(`insert into people values ('person ${commit}')`)
  for (const end of ['', '-wal']) copyFileSync(from + end, path + end)
  file.close()
  const flip = (offset: number) => {
    const bytes = readFileSync(`${path}-wal`)
    bytes[offset]! ^= 1
    writeFileSync(`${path}-wal`, bytes)
  }
  const size = readFileSync(`${path}-wal`).length
  const people = () => {
    const again = new DatabaseSync(path)
    const count = Number(again.prepare('select count(*) as n from people').get()?.['n'])
    again.close()
    return count
  }
  return { path, size, flip, people }
}

test.each([
  ['in a page', 32 + 5 * frameBytes + 1_000],
  ['in the checksum of a frame', 32 + 5 * frameBytes + 18],
  ['in the salt of a frame', 32 + 5 * frameBytes + 9],
  ['in the header', 20],
  ['in the page size of the header', 10],
])('one flipped byte of the log %s loses commits, and is found', (_, offset) => {
  const { path, flip, people } = killed()
  flip(offset)
  const found = countLostCommits(path)
  const lost = (() => {
    try {
      return 20 - people()
    } catch {
      // The table itself was in the log.
      return 20
    }
  })()
  expect(found).toBeGreaterThan(1)
  expect(lost).toBeGreaterThan(1)
  expect(Math.abs(found - lost)).toBeLessThanOrEqual(2)
})

test('an intact log has lost nothing, also with frames of an earlier round behind its end', () => {
  expect(countLostCommits(killed().path)).toBe(0)
  const again = killed(3, (file) => {
    for (let commit = 0; commit < 50; commit++) file.exec(`insert into people values ('earlier')`)
    file.exec('pragma wal_checkpoint(restart)')
  })
  expect(again.size).toBeGreaterThan(40 * frameBytes)
  expect([countLostCommits(again.path), again.people()]).toEqual([0, 53])
})

test('what a kill or a power cut does to the last commit is no loss', () => {
  const cut = killed()
  truncateSync(`${cut.path}-wal`, cut.size - 1_000)
  const torn = killed()
  torn.flip(torn.size - 1_000)
  const zeros = killed()
  writeFileSync(`${zeros.path}-wal`, Buffer.alloc(3 * frameBytes), { flag: 'a' })
  expect([cut, torn, zeros].map(({ path }) => countLostCommits(path))).toEqual([0, 0, 0])
})

test('a store without a log has lost nothing', () => {
  const { path } = killed()
  truncateSync(`${path}-wal`, 0)
  expect([countLostCommits(path), countLostCommits(join(freshFolder(), 'none.db'))]).toEqual([0, 0])
})
