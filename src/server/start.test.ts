import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, freshStore } from '#test/fresh-store.ts'
import { silentLog } from '#test/silent-log.ts'
import { readConfig } from './config/config.ts'
import { startServer } from './start.ts'

test('a start that is refused once the store is open ends cleanly: the next one need not look through the whole store', async () => {
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
