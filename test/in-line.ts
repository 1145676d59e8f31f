import { campaign } from '#campaign'
import { consentIn } from '#contract/campaign/consents.ts'
import type { Store } from '#server/db/store.ts'
import { addPeople } from '#server/signup/add-people.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { testSecret } from './fresh-store.ts'

/**
 * People who confirmed in this order, `mila` as mila@example.com, by a friend's link with `code`.
 * Returns their ids.
 */
export async function confirmed(
  store: Pick<Store, 'transact'>,
  names: readonly string[],
  now: number,
  code = '',
): Promise<string[]> {
  const consent = consentIn(campaign.consents, 'en')
  const people = names.map((name) => ({
    email: `${name}@example.com`,
    placement: 'hero' as const,
    source: '',
    consent,
  }))
  return store.transact(async (trx) => {
    const added = await addPeople(trx, people, 'double', now)
    const ids = people.map(({ email }) => added.get(email)!)
    for (const id of ids)
      await confirmPerson(trx, id, now, { code, address: null, secrets: [testSecret] })
    return ids
  })
}
