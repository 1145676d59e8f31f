import { campaign } from '#campaign'
import { consentIn } from '#contract/campaign/consents.ts'
import type { LineTerms, Place } from '#contract/line/line.ts'
import type { CreditsTable, RewardsTable } from '#server/db/line-schema.ts'
import type { Store } from '#server/db/store.ts'
import { beginLine } from '#server/line/begin.ts'
import { campaignLine } from '#server/line/enter.ts'
import { readPlace } from '#server/line/line.ts'
import { addPeople } from '#server/signup/add-people.ts'
import { erasePerson } from '#server/signup/erasure.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { leave, suppress } from '#server/signup/membership.ts'
import { testSecret } from './fresh-store.ts'

export const dayMs = 24 * 3_600_000
const noon = Date.parse('2026-11-24T12:00:00Z')

/** The rules of the shipped campaign's line. */
export const terms: LineTerms = campaignLine!

export type LinePeople = Awaited<ReturnType<typeof linePeople>>

/** People who do on a store's line what people do; `now` is the clock of all of them. */
export async function linePeople(store: Store) {
  const clock = { now: noon }
  await beginLine(store, async () => store, terms, noon)
  const { db } = store
  const transact = store.transact.bind(store)

  const joins = async (email: string): Promise<string> => {
    const consent = consentIn(campaign.consents, 'en')
    const signUp = { email, placement: 'hero', source: '', consent }
    return (await transact((trx) => addPeople(trx, [signUp], 'double', clock.now))).get(email)!
  }
  /** `address`: the network from which the button is pressed; without one no budget applies. */
  const confirms = (id: string, code = '', address: string | null = null) =>
    transact((trx) => confirmPerson(trx, id, clock.now, { code, address, secrets: [testSecret] }))
  const codeOf = async (id: string): Promise<string> =>
    (
      await db
        .selectFrom('line')
        .select('code')
        .where('personId', '=', id)
        .executeTakeFirstOrThrow()
    ).code

  return {
    clock,
    joins,
    confirms,
    codeOf,
    /** Joins and confirms, by the link of `owner` if there is one. */
    async enters(email: string, owner?: string, address: string | null = null): Promise<string> {
      const id = await joins(email)
      await confirms(id, owner ? await codeOf(owner) : '', address)
      return id
    },
    leaves: (id: string) => transact((trx) => leave(trx, id, clock.now)),
    erases: (email: string) => transact((trx) => erasePerson(trx, email, testSecret, clock.now)),
    isSilenced: (person: { id: string; email: string }, as: 'bounced' | 'complained') =>
      transact((trx) => suppress(trx, person, as, clock.now)),
    placeOf: (id: string): Promise<Place | null> => readPlace(db, id),
    creditOf: (friend: string): Promise<CreditsTable | undefined> =>
      db.selectFrom('credits').selectAll().where('friendId', '=', friend).executeTakeFirst(),
    rewardsOf: (id: string): Promise<RewardsTable[]> =>
      db.selectFrom('rewards').selectAll().where('personId', '=', id).orderBy('step').execute(),
  }
}
