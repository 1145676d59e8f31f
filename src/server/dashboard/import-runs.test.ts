import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { freshFolder, freshStore, testSecret } from '#test/fresh-store.ts'
import { importOptions } from '#test/people-file.ts'
import { silentLog } from '#test/silent-log.ts'
import { openImports, type NewImport } from './import-runs.ts'

const dayMs = 24 * 3_600_000
const upload: NewImport = {
  id: 'one',
  operator: 'shell',
  name: 'list.csv',
  bytes: 20,
  options: importOptions(),
  format: 'csv',
}

async function open() {
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') }
  const dataDir = freshFolder()
  const store = await freshStore('sqlite')
  const imports = openImports({
    store,
    secrets: [testSecret],
    dataDir,
    log: silentLog,
    now: () => clock.now,
  })
  const check = (text: string, id = 'one') => {
    writeFileSync(imports.uploadPath(id), text, { mode: 0o600 })
    return imports.check({ ...upload, id })
  }
  const settled = () =>
    vi.waitFor(() => expect(imports.isBusy()).toBe(false), { timeout: 30_000, interval: 10 })
  return { clock, imports, check, settled, folder: join(dataDir, 'imports') }
}

test('[DASH-4] an upload and its result are readable by this user only, and are deleted after a day', async () => {
  const { clock, imports, check, settled, folder } = await open()
  check('email\nsanne@a.test\n')
  await settled()
  expect(statSync(folder).mode & 0o77).toBe(0)
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o77).toBe(0)
  clock.now += dayMs
  expect(imports.latest()).not.toBeNull()
  clock.now += 1
  expect(imports.latest()).toBeNull()
  expect(readdirSync(folder)).toEqual([])
  await imports.stop()
})

test('[DASH-4] a later upload replaces one that waits, and is refused while one is read', async () => {
  const { imports, check, settled } = await open()
  expect(check('email\nsanne@a.test\n')).toBe(true)
  expect(check('email\ntobias@a.test\n', 'two')).toBe(false)
  await settled()
  expect(check('email\ntobias@a.test\n', 'three')).toBe(true)
  await settled()
  expect(imports.latest()).toMatchObject({ id: 'three', phase: 'checked' })
  expect(existsSync(imports.uploadPath('one'))).toBe(false)
  expect(
    await imports.start(
      'one',
      async () => {},
      async () => {},
    ),
  ).toBe(false)
  await imports.stop()
})

test('[DASH-4] an import that could not be logged does not begin', async () => {
  const { imports, check, settled } = await open()
  check('email\nsanne@a.test\n')
  await settled()
  const begin = () => Promise.reject(new Error('no log'))
  await expect(imports.start('one', begin, async () => {})).rejects.toThrow('no log')
  expect(imports.latest()).toMatchObject({ phase: 'checked', checked: { entered: 1 } })
  await imports.stop()
})

test('[DASH-4] a stop interrupts a running import at its next step', async () => {
  const { imports, check, settled } = await open()
  const rows = Array.from({ length: 2_000 }, (_, row) => `row${row}@a.test`)
  check(`email\n${rows.join('\n')}\n`)
  await settled()
  const ends: string[] = []
  await imports.start(
    'one',
    async () => {},
    async (outcome) => void ends.push(outcome),
  )
  await imports.stop()
  expect(ends).toEqual(['interrupted, as the server stopped'])
  expect(imports.latest()).toMatchObject({ phase: 'interrupted', canContinue: true })
})
