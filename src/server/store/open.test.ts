import { describe, expect, test } from 'vitest'
import { engines, freshStore } from '#test/fresh-store.ts'

describe.each(engines)('a fresh store on %s', (engine) => {
  test('answers, and holds one row for the mail queue', async () => {
    const store = await freshStore(engine)
    await store.ping()
    const queue = await store.db.selectFrom('mail_queue').selectAll().execute()
    expect(queue).toEqual([{ id: 1, paused_reason: null, paused_at: null, next_probe_at: null, policy_refusals: '[]' }])
  })
})
