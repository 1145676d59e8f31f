import { expect } from 'vitest'
import type { Mail, TestApp } from '#test/app.ts'

/** The mails that reached an address, once all that are queued were handed over. */
export async function mailsTo(app: TestApp, email: string): Promise<Mail[]> {
  const { db } = await app.store()
  await expect
    .poll(
      async () =>
        (
          await db
            .selectFrom('outbox')
            .select('id')
            .where('state', 'in', ['due', 'sending'])
            .execute()
        ).length,
    )
    .toBe(0)
  return (await app.mailbox(0)).filter(({ to }) => to === email)
}

/** How often an address stands on the list: once, or not at all. */
export async function onList(app: TestApp, email: string): Promise<number> {
  const { db } = await app.store()
  return (await db.selectFrom('people').select('id').where('email', '=', email).execute()).length
}
