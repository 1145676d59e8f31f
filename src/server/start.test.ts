import { readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, freshStore } from '#test/fresh-store.ts'
import { silentLog } from '#test/silent-log.ts'
import { readConfig } from './config/config.ts'
import { startServer } from './start.ts'

test('a start that is refused after the store was opened marks a clean end, so the next start skips the full check', async () => {
  const dataDir = freshFolder()
  writeFileSync(join(dataDir, 'secret'), 'too short')
  const read = readConfig({ DATA_DIR: dataDir })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  await expect(startServer(read.config, { log: silentLog })).rejects.toThrow(
    'fewer than 32 characters',
  )
  const { db } = await freshStore('sqlite', { dataDir, role: 'command' })
  expect(await db.selectFrom('meta').select('value').where('key', '=', 'server').execute()).toEqual(
    [{ value: 'ended' }],
  )
})

test('a start on a port in use is refused and leaves the data folder empty', async () => {
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const { port } = other.address() as { port: number }
  const dataDir = freshFolder()
  const read = readConfig({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  await expect(startServer(read.config, { log: silentLog })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use`,
  )
  expect(readdirSync(dataDir)).toEqual([])
  other.close()
})
