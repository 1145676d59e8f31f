import type { Transaction } from 'kysely'
import type { LineTerms } from '#contract/line.ts'
import { creditLimits } from '#contract/line-rules.ts'
import type { Secrets } from '#server/config/secret-list.ts'
import { journalHash } from '#server/db/journal-file.ts'
import type { CreditsTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import {
  fingerprint,
  spend,
  spendFirst,
  type Budget,
  type Charge,
  type Charges,
} from '#server/limits/budgets.ts'
import { networkCharges } from '#server/limits/client-network.ts'
import { foldAddress } from '#server/limits/mailbox.ts'
import { domainOf } from '#server/outbox/budget-domain.ts'
import { ownerOfCode } from './codes.ts'
import { countFor } from './credits.ts'
import { isDisposable } from './disposable-domains.ts'
import type { OpenLine } from './line-head.ts'
import { noteOwnNetworks, ownNetworkUntil, type OwnPress } from './own-networks.ts'

/**
 * The press that confirms a person. `code`: of the link by which they came; empty without one.
 * `address`: the client's, which only budgets see; null where limits are off. `secrets` find
 * addresses that were erased before.
 */
export type Press = { code: string; address: string | null; secrets: Secrets }

const { network, link } = creditLimits
/** LINE-5: friends of one link from one network, the owner's own confirmation included. */
const perNetwork: Budget = {
  atOnce: network.people,
  everyMs: (network.days * 24 * 3_600_000) / network.people,
}
const perLink: Budget = { atOnce: link.people, everyMs: (link.hours * 3_600_000) / link.people }

/**
 * LINE-3: a new person confirms, and counts for the owner of the link. LINE-5: where something
 * speaks against another person, the credit waits for a ruling. An address that was erased before
 * counts for nobody, and so does one's own link.
 */
export async function creditFriend(
  trx: Transaction<Schema>,
  line: OpenLine,
  { personId, press }: { personId: string; press: Press },
  terms: LineTerms,
  now: number,
): Promise<void> {
  const found = await ownerOfCode(trx, press.code)
  if (!found || found.person_id === personId) return
  const owner = await ownerWithPlace(trx, found.person_id, now)
  if (!owner) return
  const email = await emailOf(trx, personId)
  if (await wasErased(trx, email, press.secrets)) return
  const reason = await doubtAbout(trx, email, owner, press, now)
  const state = reason === '' ? 'counted' : 'waiting'
  await trx
    .insertInto('credits')
    .values({
      friend_id: personId,
      owner_id: owner.personId,
      state,
      reason,
      at: now,
      changed_at: now,
      ruled_at: null,
      ruled_by: null,
    })
    .execute()
  await countFor(trx, line, owner.personId, [null, state], terms, now)
}

/**
 * LINE-5: the owner's own confirmation is the first of their link from this network, the smallest
 * that has their address. Call it for everybody who confirms by a press.
 */
export const noteOwn = (
  trx: Transaction<Schema>,
  presses: readonly (Owner & { press: Press })[],
  now: number,
): Promise<void> =>
  noteOwnNetworks(
    trx,
    presses.flatMap(({ press, ...owner }) => ownPress(owner, press) ?? []),
    perNetwork.everyMs,
    now,
  )

const ownPress = (
  { personId, order }: Owner,
  { address, secrets: [secret] }: Press,
): OwnPress | null => (address === null ? null : { personId, order, address, secret })

/** Spends the first of a link's budget for this network, if its owner confirmed from it. */
async function spendOwn(
  trx: Transaction<Schema>,
  owner: Owner,
  press: Press,
  charges: Charges,
): Promise<void> {
  const own = ownPress(owner, press)
  const until = own && (await ownNetworkUntil(trx, own))
  if (until !== null) await spendFirst(trx, charges[0]!, until - perNetwork.everyMs)
}

/** The person of a link, with their order number. */
type Owner = { personId: string; order: number }

/**
 * Null for a person who is neither in the line nor invited from it, nor gone for less than the days
 * of a return.
 */
async function ownerWithPlace(
  trx: Transaction<Schema>,
  personId: string,
  now: number,
): Promise<Owner | null> {
  const inLine = await trx
    .selectFrom('line')
    .select('order')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (inLine) return { personId, order: inLine.order }
  const away = await trx
    .selectFrom('line_away')
    .select(['order', 'until'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (!away || (away.until !== null && away.until <= now)) return null
  return { personId, order: away.order }
}

async function doubtAbout(
  trx: Transaction<Schema>,
  email: string,
  owner: Owner,
  press: Press,
  now: number,
): Promise<CreditsTable['reason']> {
  if (await isKnownMailbox(trx, email, owner.personId)) return 'spelling'
  if (isDisposable(domainOf(email))) return 'disposable'
  const ofNetworks = networksOf(owner.personId, press)
  if (ofNetworks) await spendOwn(trx, owner, press, ofNetworks)
  const [ofNetwork, ofLink] = await spend(
    trx,
    [ofNetworks, press.address === null ? null : [hourOf(owner.personId, press)]],
    now,
  )
  if (ofNetwork!.retryAfterMs > 0) return 'network'
  return ofLink!.retryAfterMs > 0 ? 'hour' : ''
}

/** No network is stored with a person: a key is a hash of both, and is deleted after a week. */
const networksOf = (ownerId: string, { address, secrets: [secret] }: Press): Charges | null =>
  address === null
    ? null
    : networkCharges(secret, address, `line ${fingerprint(secret, `line ${ownerId}`)}`, perNetwork)

const hourOf = (ownerId: string, { secrets: [secret] }: Press): Charge => ({
  key: `line-hour ${fingerprint(secret, `line-hour ${ownerId}`)}`,
  budget: perLink,
})

/** The owner's mailbox in another spelling, or that of one of the friends who came last. */
async function isKnownMailbox(
  trx: Transaction<Schema>,
  email: string,
  ownerId: string,
): Promise<boolean> {
  const friends = await trx
    .selectFrom('credits')
    .innerJoin('people', 'people.id', 'credits.friend_id')
    .select('email')
    .where('owner_id', '=', ownerId)
    .orderBy('credits.at', 'desc')
    .limit(friendsCompared)
    .execute()
  const known = [await emailOf(trx, ownerId), ...friends.map((friend) => friend.email)]
  return known.some((one) => foldAddress(one) === foldAddress(email))
}

/** Ten count for a place, so a ring gains nothing by more. */
const friendsCompared = 200

const emailOf = async (trx: Transaction<Schema>, personId: string): Promise<string> =>
  (await trx.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirst())
    ?.email ?? ''

const wasErased = async (
  trx: Transaction<Schema>,
  email: string,
  secrets: Secrets,
): Promise<boolean> =>
  (await trx
    .selectFrom('erased')
    .select('hash')
    .where(
      'hash',
      'in',
      secrets.map((secret) => journalHash(secret, email)),
    )
    .executeTakeFirst()) !== undefined
