import type { OfferGrantsTable } from '#server/db/launch-schema.ts'
import type { Db } from '#server/db/store.ts'

/** What these people were granted, in the order of the grants. */
export const readGrantsOf = (db: Db, personIds: readonly string[]): Promise<OfferGrantsTable[]> =>
  db
    .selectFrom('offer_grants')
    .select(['personId', 'offer', 'number', 'grantedAt'])
    .where('personId', 'in', personIds)
    .orderBy('grantedAt')
    .orderBy('offer')
    .execute()
