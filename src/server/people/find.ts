import { sql } from 'kysely'
import { personStates, type PersonState } from '#contract/waitlist.ts'
import type { Db } from '#server/store/open.ts'

export const mostFound = 50
const dayMs = 24 * 3_600_000
const days = 7

/** Addresses with this text in them, in their order. */
export async function findPeople(db: Db, text: string): Promise<{ email: string; state: PersonState }[]> {
  const part = text.trim().toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)
  return db.selectFrom('people').select(['email', 'state']).where(sql<boolean>`email like ${`%${part}%`} escape '\\'`).orderBy('email').limit(mostFound).execute()
}

/** How many are in each state, how many were erased, and who joined on each of the last days (UTC), as lines. */
export async function countPeople(db: Db, now: number): Promise<string[]> {
  const states = new Map((await db.selectFrom('people').select(['state', (row) => row.fn.countAll<number | string>().as('count')]).groupBy('state').execute()).map(({ state, count }) => [state, Number(count)]))
  const { count: erased } = await db.selectFrom('erased').select((row) => row.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow()
  const lines = [...personStates.map((state) => counted(states.get(state) ?? 0, state)), counted(Number(erased), 'erased, of whom a keyed hash stays'), '']
  const today = now - (now % dayMs)
  for (let from = today; from > today - days * dayMs; from -= dayMs) {
    const { count } = await db.selectFrom('people').select((row) => row.fn.countAll<number | string>().as('count')).where('created_at', '>=', from).where('created_at', '<', from + dayMs).executeTakeFirstOrThrow()
    lines.push(counted(Number(count), `entered on ${new Date(from).toISOString().slice(0, 10)}`))
  }
  return lines
}

const counted = (count: number, what: string) => `${String(count).padStart(9)} ${what}`
