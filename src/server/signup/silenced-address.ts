import { silencedStates } from '#contract/waitlist.ts'
import type { Db } from '#server/db/store.ts'

/**
 * Whether an address gets no mail at `now`, although its mail has no person: it is suppressed, has
 * bounced or complained, or its mail is suspended. Asked just before each mail of `operator_mails`
 * that is not urgent.
 */
export async function isSilencedAddress(db: Db, email: string, now: number): Promise<boolean> {
  const silenced = await db
    .selectFrom('people')
    .select('id')
    .where('email', '=', email)
    .where((person) =>
      person.or([person('state', 'in', silencedStates), person('mailSuspendedUntil', '>', now)]),
    )
    .executeTakeFirst()
  return silenced !== undefined
}
