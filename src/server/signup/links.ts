import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { LinkTokensTable, Schema } from '#server/db/schema.ts'

export type LinkPurpose = LinkTokensTable['purpose']
export type LinkToDraw = { purpose: LinkPurpose; personId: string }

const confirmLifeMs = 30 * 24 * 3_600_000

/**
 * Draws tokens of 256 random bits and stores their hashes, purposes and persons; the clear tokens, in the order asked for,
 * exist only in the answer. Earlier links of a person stay valid.
 */
export async function drawLinks(
  db: Kysely<Schema>,
  links: readonly LinkToDraw[],
  now: number,
): Promise<string[]> {
  if (links.length === 0) return []
  const tokens = links.map(() => randomBytes(32).toString('base64url'))
  await db
    .insertInto('link_tokens')
    .values(
      links.map(({ purpose, personId }, index) => ({
        hash: hashOf(tokens[index]!),
        purpose,
        person_id: personId,
        created_at: now,
        expires_at: purpose === 'confirm' ? now + confirmLifeMs : null,
      })),
    )
    .execute()
  return tokens
}

/** The person whom a link was drawn for, or null: unknown, drawn for another purpose, or too old. */
export async function findLink(
  db: Kysely<Schema>,
  purpose: LinkPurpose,
  token: string,
  now: number,
): Promise<{ personId: string } | null> {
  const link = await db
    .selectFrom('link_tokens')
    .select(['person_id', 'expires_at'])
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!link || (link.expires_at !== null && link.expires_at <= now)) return null
  return { personId: link.person_id }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
