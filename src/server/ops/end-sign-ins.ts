import type { Store } from '#server/db/open.ts'

/**
 * After a store was restored to an earlier time: operators sign in again. A session may have been
 * ended since, because somebody had stolen it. Mails with a link to sign in that wait are deleted
 * too. Returns lines for the operator.
 */
export function endSignIns(store: Store): Promise<string[]> {
  return store.transact(async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('sessions').executeTakeFirst()
    await trx.deleteFrom('sign_in_links').execute()
    await trx
      .deleteFrom('operator_mails')
      .where('template', '=', 'sign-in')
      .where('state', 'in', ['due', 'sending'])
      .execute()
    return numDeletedRows === 0n
      ? []
      : ['The sessions of operators that were open then are ended: sign in to the dashboard again.']
  })
}
