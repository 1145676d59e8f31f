import type { Transaction } from 'kysely'
import { creditLimits } from '#contract/line/rules.ts'
import { dayMs, hourMs } from '#contract/time.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { insertRows } from '#server/db/rows.ts'
import type { CreditsTable } from '#server/db/line-schema.ts'
import type { BudgetsTable, Schema } from '#server/db/schema.ts'
import { fingerprint, spendOne, waitFor, type Budget, type Charge } from '#server/limits/budgets.ts'
import { largestNetwork } from '#server/limits/client-network.ts'
import { foldAddress } from '#server/limits/mailbox.ts'
import { domainOf, ringDomain } from '#server/outbox/budget-domain.ts'

/**
 * The press that confirms a person. `code`: of the link by which they came; empty without one.
 * `address`: the client's, which only budgets see; null where limits are off. `secrets` find
 * addresses that were erased before.
 */
export type Press = { code: string; address: string | null; secrets: Secrets }

const { network, domain, link } = creditLimits
/** LINE-5: friends of one link from one network, the owner's own confirmation included. */
const perNetwork: Budget = {
  atOnce: network.people,
  everyMs: (network.days * dayMs) / network.people,
}

type Friend = {
  email: string
  owner: { personId: string; email: string }
  press: Press
}

/**
 * LINE-5: why a friend's credit waits for a ruling; empty if nothing speaks against another person.
 * `domain`: under which those who come later find it.
 */
export async function doubtAbout(
  trx: Transaction<Schema>,
  friend: Friend,
  now: number,
): Promise<Pick<CreditsTable, 'reason' | 'domain'>> {
  const domains = domainKeys(friend)
  return { reason: await reasonToDoubt(trx, friend, domains, now), domain: domains[0] ?? '' }
}

/** Only a friend who counts spends from a budget: those who wait delay no friend who comes later. */
async function reasonToDoubt(
  trx: Transaction<Schema>,
  { email, owner, press }: Friend,
  domains: readonly string[],
  now: number,
): Promise<CreditsTable['reason']> {
  if (await isKnownMailbox(trx, email, owner)) return 'spelling'
  if (isDisposable(domainOf(email))) return 'disposable'
  const charge = chargeOf(owner.personId, press)
  if (charge === null) return ''
  if ((await waitFor(trx, [charge], now)) > 0) return 'network'
  if (await isFullDomain(trx, owner.personId, domains)) return 'domain'
  if (await isFullHour(trx, owner.personId, now)) return 'hour'
  await spendOne(trx, [charge], now)
  return ''
}

/** The keys of friends' networks begin so. */
export const friendNetworks = 'line '

/**
 * The largest network alone: with one size for all networks, those inside of it never refuse first.
 * No network is stored with a person: the key is a hash of both, and is deleted after a week.
 */
const chargeOf = (ownerId: string, { address, secrets: [secret] }: Press): Charge | null =>
  address === null
    ? null
    : {
        key: `${friendNetworks}${fingerprint(secret, `line ${ownerId} ${largestNetwork(address)}`)}`,
        budget: perNetwork,
      }

/** By each secret, the current one first; none for an address at a large provider. */
function domainKeys({ email, owner, press: { secrets } }: Friend): string[] {
  const shared = ringDomain(domainOf(email))
  if (shared === null) return []
  return secrets.map((secret) => fingerprint(secret, `line-domain ${owner.personId} ${shared}`))
}

async function isFullDomain(
  trx: Transaction<Schema>,
  ownerId: string,
  keys: readonly string[],
): Promise<boolean> {
  if (keys.length === 0) return false
  const friends = await trx
    .selectFrom('credits')
    .select('friendId')
    .where('ownerId', '=', ownerId)
    .where('domain', 'in', keys)
    .limit(domain.people)
    .execute()
  return friends.length >= domain.people
}

/** A credit that lies further ahead than an hour was noted by a wrong clock. */
async function isFullHour(
  trx: Transaction<Schema>,
  ownerId: string,
  now: number,
): Promise<boolean> {
  const friends = await trx
    .selectFrom('credits')
    .select('friendId')
    .where('ownerId', '=', ownerId)
    .where('reason', '=', '')
    .where('at', '>', now - link.hours * hourMs)
    .where('at', '<', now + link.hours * hourMs)
    .limit(link.people)
    .execute()
  return friends.length >= link.people
}

/** The owner's mailbox in another spelling, or that of one of the friends who came last. */
async function isKnownMailbox(
  trx: Transaction<Schema>,
  email: string,
  owner: Friend['owner'],
): Promise<boolean> {
  const friends = await trx
    .selectFrom('credits')
    .innerJoin('people', 'people.id', 'credits.friendId')
    .select('email')
    .where('ownerId', '=', owner.personId)
    .orderBy('credits.at', 'desc')
    .limit(friendsCompared)
    .execute()
  const known = [owner.email, ...friends.map((friend) => friend.email)]
  return known.some((one) => foldAddress(one) === foldAddress(email))
}

/** Ten count for a place, so a ring gains nothing by more. */
const friendsCompared = 200

/**
 * LINE-5: the own confirmation of these people is the first of their link from this network. Call it
 * for everybody who confirms by a press. A person who comes back spends no more than one.
 */
export async function spendOwn(
  trx: Transaction<Schema>,
  people: readonly { id: string; press?: Press | null }[],
  now: number,
): Promise<void> {
  // By the hour, so that the time does not tell whose confirmation it was.
  const fullAt = Math.floor(now / hourMs) * hourMs + perNetwork.everyMs
  const charges = people.flatMap(({ id, press }) => (press && chargeOf(id, press)) || [])
  await insertRows(
    trx,
    'spend own confirmations',
    charges.map(({ key }) => ({ key, tat: fullAt })),
    (values) =>
      trx
        .insertInto('budgets')
        .values(values as BudgetsTable[])
        .onConflict((same) =>
          same
            .column('key')
            .doUpdateSet((row) => ({ tat: row.ref('excluded.tat') }))
            .whereRef('budgets.tat', '<', 'excluded.tat'),
        ),
  )
}

/** Well-known mail services whose mailboxes anybody opens for minutes. Subdomains count too. */
const disposable = new Set(
  (
    '10minutemail.com 33mail.com anonaddy.me dispostable.com dropmail.me emailondeck.com fakeinbox.com ' +
    'getairmail.com getnada.com grr.la guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info ' +
    'guerrillamail.net guerrillamail.org guerrillamailblock.com inboxkitten.com mail-temp.com mail.tm ' +
    'mailcatch.com maildrop.cc mailinator.com mailnesia.com mailsac.com minuteinbox.com mintemail.com ' +
    'moakt.com mohmal.com mytemp.email nada.email pokemail.net sharklasers.com spam4.me spamgourmet.com ' +
    'temp-mail.io temp-mail.org tempail.com tempmail.com tempmail.dev tempmailo.com tempr.email ' +
    'throwawaymail.com trash-mail.com trashmail.com trashmail.de trashmail.net wegwerfmail.de yopmail.com ' +
    'yopmail.fr yopmail.net'
  ).split(' '),
)

/** LINE-5: a sign-up from such a domain stands, and its credit waits for a ruling. */
const isDisposable = (domain: string): boolean => {
  const labels = domain.split('.')
  return labels.some((_, index) => disposable.has(labels.slice(index).join('.')))
}
