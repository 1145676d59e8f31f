import type { Transaction } from 'kysely'
import { isRunning } from '#contract/launch.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { erasePerson } from '#server/signup/erasure.ts'
import { nextUnless, type RetentionStep } from './expired-rows.ts'

/** END-3: when the list is erased, in ms; null unless it is launched and has a date. */
export async function readErasure(
  db: Db | Transaction<Schema>,
  now: number,
): Promise<number | null> {
  const launched = (await readLaunchPeriods(db)).find(
    (period) => period.state === 'launched' && isRunning(period, now),
  )
  return launched?.eraseAt ?? null
}

/** END-3: erases everybody, once the date of the launch has come. */
export async function forgetLaunchedList(
  trx: Transaction<Schema>,
  { secretKey, now, most }: RetentionStep,
): Promise<string | null> {
  const eraseAt = await readErasure(trx, now)
  if (eraseAt === null || eraseAt > now) return null
  const people = await trx.selectFrom('people').select('email').limit(most).execute()
  for (const { email } of people) await erasePerson(trx, email, secretKey, now)
  return nextUnless(people.length < most)
}
