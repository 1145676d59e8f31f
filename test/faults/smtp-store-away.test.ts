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
  let refused = 0
  const watched = {
    ...store,
    transact: async (...work: Parameters<typeof store.transact>) =>
      store.transact(...work).catch((error: unknown) => {
        refused++
        throw error
      }),
  } as typeof store
  const { queue, worker, row } = mailScene(watched, server.url, {
    render: async () => {
      other.exec('begin immediate')
      return { subject: 'Locked', html: 'html', text: 'text' }
    },
  })
  await queue(sanne)
  const turn = worker.drain()
  await expect
    .poll(() => [server.received.length, refused > 0], { timeout: 30_000 })
    .toEqual([1, true])
  expect((await row(sanne)).state).toBe('sending')
  other.exec('rollback')
  await turn
  other.close()
  expect(await row(sanne)).toMatchObject({ state: 'sent', ambiguous: 0 })
  expect(server.received).toHaveLength(1)
})
