import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** Acts while the app's SQLite store can be read but not written. */
export async function withoutWrites<T>(
  { server }: Pick<TestApp, 'server'>,
  act: () => Promise<T>,
): Promise<T> {
  const { db } = server().store
  await sql`pragma query_only = on`.execute(db)
  try {
    return await act()
  } finally {
    await sql`pragma query_only = off`.execute(db)
  }
}
