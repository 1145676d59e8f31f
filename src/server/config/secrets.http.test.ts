import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { freshFolder, testSecret } from '#test/fresh-store.ts'
import { freshToken, joinByCall, joinByForm } from '#test/visitor.ts'

const env = { DATA_DIR: freshFolder(), TRUSTED_PROXIES: '127.0.0.1, ::1', LIMITS: '' }
const newer = 'a-newer-secret-of-which-nobody-knows-it'
let clock = Date.parse('2026-11-21T12:00:00Z')
const served = (SECRET_KEY: string) => startApp({ env: { ...env, SECRET_KEY }, now: () => clock })

test('a form that was open and a page that was shown while SECRET_KEY was changed go on working', async () => {
  const before = await served(testSecret)
  const token = await freshToken(before.url)
  const shown = (await joinByForm(before.url, 'daan@example.com')).headers.get('location')!
  await before.close()
  clock += 2_000
  const after = await served(`${newer}, ${testSecret}`)
  afterAll(() => after.close())
  expect(await (await fetch(after.url + shown)).text()).toContain('daan@example.com')
  // A token that does not verify earns ten at once.
  const statuses = []
  for (let n = 0; n < 30; n++)
    statuses.push((await joinByCall(after.url, `athlete${n}@example.com`, { token })).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('a server with a SECRET_KEY that lacks the secret of its folder does not start, and leaves the store as it was', async () => {
  const dataDir = freshFolder()
  const first = await startApp({ env: { DATA_DIR: dataDir } })
  await first.close()
  const made = readFileSync(join(dataDir, 'secret'), 'utf8')
  await expect(startApp({ env: { DATA_DIR: dataDir, SECRET_KEY: newer } })).rejects.toThrow(
    /^SECRET_KEY lacks a secret of /,
  )
  const mended = await startApp({ env: { DATA_DIR: dataDir, SECRET_KEY: `${newer},${made}` } })
  afterAll(() => mended.close())
  expect([
    (await joinByCall(mended.url, 'sanne@example.com')).status,
    mended.log.some((line) => line.includes('did not end cleanly')),
  ]).toEqual([200, false])
})
