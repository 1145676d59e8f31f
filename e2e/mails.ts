import type { Mail, TestApp } from '#test/app.ts'

/** The mails that reached an address, once all that are queued were handed over. */
export async function mailsTo(app: TestApp, email: string): Promise<Mail[]> {
  const { db } = await app.store()
  const queued = await db.selectFrom('outbox').select('id').execute()
  return (await app.mailbox(queued.length)).filter(({ to }) => to === email)
}

/** How often an address stands on the list: once, or not at all. */
export async function onList(app: TestApp, email: string): Promise<number> {
  const { db } = await app.store()
  return (await db.selectFrom('people').select('id').where('email', '=', email).execute()).length
}
