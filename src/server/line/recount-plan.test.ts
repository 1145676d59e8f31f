import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { freshStore } from '#test/fresh-store.ts'
import { linePeople } from '#test/line-people.ts'
import { recountLine } from './check.ts'

test('on SQLite each query of a recount reads its page of people by their ids, not everybody in a state', async () => {
  const prepared: string[] = []
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function noting(text) {
    prepared.push(text)
    return prepare.call(this, text)
  }
  try {
    const store = await freshStore('sqlite')
    const people = await linePeople(store)
    await people.enters('sanne@example.com')
    prepared.length = 0
    await recountLine(store, { repair: false, now: people.clock.now })
    if (!('dataDir' in store.where)) throw new Error('not a folder')
    const file = new DatabaseSync(`${store.where.dataDir}/ascend.db`)
    const steps = [...new Set(prepared)]
      .filter((text) => /^\s*select[^]*"people"/.test(text))
      .flatMap((text) => file.prepare(`explain query plan ${text}`).all())
      .map(({ detail }) => String(detail))
      .filter((step) => /\bpeople\b/.test(step))
    file.close()
    expect(steps.length).toBeGreaterThan(1)
    expect(steps.filter((step) => !/\((?:id|rowid)[>=<]/.test(step))).toEqual([])
  } finally {
    DatabaseSync.prototype.prepare = prepare
  }
})
