import type { Kysely } from 'kysely'
import { promisedMs } from '#contract/promises.ts'
import { hashOfToken, newToken } from '#server/db/new-id.ts'
import type { LinkTokensTable } from '#server/db/people-schema.ts'
import type { Schema } from '#server/db/schema.ts'

export type LinkPurpose = LinkTokensTable['purpose']
/**
 * `letterId`: the letter whose mail has the link; null for other mails. `via`: the code of the link
 * by which the reader of a confirm mail came. `keptMs`: how long the link works; left out, as long as
 * its purpose says.
 */
export type NewLink = {
  purpose: LinkPurpose
  personId: string
  letterId?: string | null
  via?: string | undefined
  keptMs?: number
}

const confirmMaxAgeMs = promisedMs('unconfirmed')

/**
 * Creates a token of 256 random bits for each link and stores its hash, purpose and person. The
 * clear tokens exist only in the result, in the order of `links`. Earlier links stay valid.
 */
export async function createLinkTokens(
  db: Kysely<Schema>,
  links: readonly NewLink[],
  now: number,
): Promise<string[]> {
  if (links.length === 0) return []
  const tokens = links.map(() => newToken())
  await db
    .insertInto('link_tokens')
    .values(
      links.map(({ purpose, personId, letterId = null, via = '', keptMs }, index) => ({
        hash: hashOfToken(tokens[index]!),
        purpose,
        personId,
        createdAt: now,
        expiresAt: endOf(purpose, keptMs, now),
        letterId,
        via,
      })),
    )
    .execute()
  return tokens
}

const endOf = (purpose: LinkPurpose, keptMs: number | undefined, now: number): number | null => {
  const lasts = keptMs ?? (purpose === 'confirm' ? confirmMaxAgeMs : null)
  return lasts === null ? null : now + lasts
}

/**
 * The person of a link, and their address. Null if the token is unknown, has another purpose or has
 * expired.
 */
export async function findLink(
  db: Kysely<Schema>,
  purpose: LinkPurpose,
  token: string,
  now: number,
): Promise<{ personId: string; email: string; letterId: string | null; via: string } | null> {
  const link = await db
    .selectFrom('link_tokens')
    .innerJoin('people', 'people.id', 'personId')
    .select(['personId', 'email', 'expiresAt', 'letterId', 'via'])
    .where('hash', '=', hashOfToken(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!link || (link.expiresAt !== null && link.expiresAt <= now)) return null
  const { personId, email, letterId, via } = link
  return { personId, email, letterId, via }
}

/** The person of a link for whatever purpose; null as above. Its token came to their mailbox. */
export async function personOfLink(
  db: Kysely<Schema>,
  token: string,
  now: number,
): Promise<string | null> {
  const link = await db
    .selectFrom('link_tokens')
    .select(['personId', 'expiresAt'])
    .where('hash', '=', hashOfToken(token))
    .executeTakeFirst()
  return link && (link.expiresAt === null || link.expiresAt > now) ? link.personId : null
}
