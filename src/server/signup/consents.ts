import { newId } from '#server/db/new-id.ts'
import type { Transaction } from 'kysely'
import { consentWording, type Consent } from '#contract/campaign.ts'
import { insertRows } from '#server/db/rows.ts'
import type { ConsentsTable } from '#server/db/people-schema.ts'
import type { Schema } from '#server/db/schema.ts'

/** `isNew`: the person was added in this transaction. */
export type GivenConsent = {
  personId: string
  consent: Consent
  placement: string
  isNew?: boolean
}

/**
 * Stores what people agreed to. A consent that repeats one of the same version, given at the same
 * place, is no new row: it could be repeated without end. The first one keeps its time.
 */
export async function insertConsents(
  trx: Transaction<Schema>,
  given: readonly GivenConsent[],
  now: number,
): Promise<void> {
  const known = await knownConsents(
    trx,
    given.filter(({ isNew }) => !isNew).map(({ personId }) => personId),
  )
  await insertRows(
    trx,
    'give consents',
    given
      .filter((one) => !known.has(keyOf(one.personId, one.consent.version, one.placement)))
      .map(({ personId, consent, placement }) => ({
        id: newId(),
        personId,
        version: consent.version,
        wording: consentWording(consent),
        placement,
        givenAt: now,
      })),
    (rows) => trx.insertInto('consents').values(rows as ConsentsTable[]),
  )
}

async function knownConsents(
  trx: Transaction<Schema>,
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (personIds.length === 0) return new Set()
  const rows = await trx
    .selectFrom('consents')
    .select(['personId', 'version', 'placement'])
    .where('personId', 'in', personIds)
    .execute()
  return new Set(rows.map((row) => keyOf(row.personId, row.version, row.placement)))
}

const keyOf = (personId: string, version: string, placement: string) =>
  JSON.stringify([personId, version, placement])
