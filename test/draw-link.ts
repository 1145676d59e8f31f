import type { Kysely } from 'kysely'
import { createLinkTokens, type LinkPurpose } from '#server/signup/links.ts'
import type { Schema } from '#server/db/schema.ts'

/** The token of one link, as a mail would carry it. */
export const drawLink = async (
  db: Kysely<Schema>,
  purpose: LinkPurpose,
  personId: string,
  now: number,
): Promise<string> => (await createLinkTokens(db, [{ purpose, personId }], now))[0]!
