import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { freshStore } from '#test/fresh-store.ts'
import { mailScene } from '#test/mailbox.ts'
import { openMailServer } from '#test/smtp.ts'

const sanne = 'sanne@example.com'

test('while the store cannot be written an accepted mail is not sent again, and its outcome is written as soon as it can', async () => {
  const store = await freshStore('sqlite')
  if (!('dataDir' in store.where)) throw new Error('not a folder')
  const other = new DatabaseSync(join(store.where.dataDir, 'ascend.db'))
  const server = await openMailServer()
  const { queue, worker, row } = mailScene(store, server.url, { render: async () => {
    other.exec('begin immediate')
    setTimeout(() => other.exec('rollback'), 3_000)
    return { subject: 'Locked', html: 'html', text: 'text' }
  } })
  await queue(sanne)
  const turn = worker.turn()
  await expect.poll(() => server.letters.length, { timeout: 5_000 }).toBe(1)
  expect((await row(sanne)).state).toBe('sending')
  await turn
  other.close()
  expect(await row(sanne)).toMatchObject({ state: 'sent', ambiguous: 0 })
  expect(server.letters).toHaveLength(1)
})
