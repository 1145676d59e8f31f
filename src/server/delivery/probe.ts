import { sql, type Transaction } from 'kysely'
import type { Store } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'
import { isQuiet } from '#server/sequence/steps.ts'
import { admit } from './admit.ts'
import { candidateColumns, withPeople, type Candidate } from './candidates.ts'
import { leaseMails, type Claim, type ClaimTerms } from './leases.ts'
import { promoteDueMails } from './promote.ts'
import { lockQueue, readQueue, saveQueue, waitsUntil } from './queue-pause.ts'
import {
  isAsking,
  mayProbe,
  pauseUnchecked,
  probeAt,
  withProbe,
  type Pause,
  type Queue,
} from './queue-state.ts'
import {
  lanesOf,
  lettersBeingSent,
  type LetterOfMail,
  type SendingLetter,
} from '#server/letters/lanes.ts'
import { feedAhead } from '#server/letters/runs.ts'
import { largeProviders } from '#server/outbox/large-providers.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { isDue, waitsFor } from '#server/outbox/turns.ts'

/**
 * Claims the next probe of a queue that is paused or checked, if its time has come. Only one program
 * does. It also releases mails that wait for domains which are open now: they can be probes then. Where no other domain waits to be asked, the check ends in a pause.
 */
export async function claimProbe(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  terms: ClaimTerms,
  now: number,
): Promise<Claim> {
  const none = {
    mails: [],
    changed: 0,
    closedUntil: null,
    isEmpty: false,
    isSearching: false,
    stopStarted: null,
  }
  const before = await readQueue(trx)
  const waits = await waitsUntil(trx, before, now)
  if (waits > now) return { ...none, closedUntil: waits }
  const quiet = terms.sequence !== null && isQuiet(now, terms.sequence)
  const { pause } = before
  // Only the first mail to another domain is a probe before its time: it is looked for each second.
  if (pause && pause.by !== 'checking' && probeAt(pause, now) > now) {
    const others = await chooseProbes(trx, pause, quiet, now)
    if (others.length === 0) return { ...none, closedUntil: probeAt(pause, now) }
  }
  const queue = await lockQueue(trx)
  // Another program was faster.
  if (queue.pause === null) return { ...none, changed: 1 }
  const stillWaits = await waitsUntil(trx, queue, now)
  if (stillWaits > now) return { ...none, closedUntil: stillWaits }
  const { promoted } = await promoteDueMails(trx, engine, now)
  const rows = await readProbeMails(trx, engine, queue.pause, quiet, now)
  const { go, moved, closedUntil } = await admit(trx, engine, rows, { ...terms, most: 1 }, now)
  const [mail] = go
  if (mail) {
    await saveQueue(trx, withProbe(queue, mail, now))
    return { ...none, mails: await leaseMails(trx, go, terms, now), changed: 1 }
  }
  const changed = promoted + moved
  if (changed > 0 || rows.length > 0) return { ...none, changed, closedUntil }
  return { ...none, stopStarted: await endCheck(trx, queue, now) }
}

async function endCheck(trx: Transaction<Schema>, queue: Queue, now: number) {
  const paused = pauseUnchecked(queue, now)
  if (paused === queue) return null
  await saveQueue(trx, paused)
  return { paused: paused.pause!.reason }
}

/**
 * The next probe is chosen among this many mails in turn: one network has one in each round. A check
 * looks further, because it ends in a pause where no other domain waits.
 */
const mailsInTurn = 1_000
/** Some of the chosen are unwanted or overdue. */
const mostChosen = 20

/**
 * The mails that may be the next probe, the best first: those to large providers, then to confirmed
 * addresses, then others. To ask what an answer means, none to the domain that gave it or was asked
 * since. Otherwise none to the last two probed domains while another waits: an attacker with a hundred
 * domains cannot refuse all probes, because a large provider is probed at least every 45 minutes. A
 * probe does not wait for the ramp of its letter.
 */
async function readProbeMails(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  pause: Pause,
  quiet: boolean,
  now: number,
): Promise<Candidate[]> {
  const chosen = await chooseProbes(trx, pause, quiet, now)
  if (chosen.length === 0) return []
  const ids = chosen.map(({ id }) => id)
  const rows = trx
    .selectFrom('outbox')
    .select(candidateColumns)
    .where('id', 'in', ids)
    .where('state', '=', 'due')
  const locked = engine === 'postgres' ? rows.forUpdate().skipLocked() : rows
  const letters = new Map(chosen.map(({ id, letter }) => [id, letter]))
  return (await withPeople(trx, engine, await locked.execute()))
    .map((mail) => ({ ...mail, letter: letters.get(mail.id) ?? null }))
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

type Chosen = {
  id: string
  domain: string
  isConfirmed: boolean
  priority: number
  turn: number
  letter: LetterOfMail | null
}

/** The same without locks. Where none waits, the next person of a letter gets their mail. */
async function chooseProbes(
  trx: Transaction<Schema>,
  pause: Pause,
  quiet: boolean,
  now: number,
): Promise<Chosen[]> {
  const { cause, probed } = pause
  const isCheck = pause.by === 'checking'
  const find = async (without: readonly string[]) =>
    (await findMails(trx, { without, quiet, far: isCheck }, now)).filter(({ domain }) =>
      mayProbe(pause, domain, now),
    )
  const without = isAsking(pause) ? [cause!.mail.domain, ...probed] : probed
  const others = await find(without)
  if (others.length > 0) return others
  const isTime = isAsking(pause) || probeAt(pause, now) <= now
  if (isTime && (await feedProbe(trx, without, now))) return find(without)
  return isCheck || without.length === 0 ? [] : find([])
}

/** `without`: domains. `far`: among all mails in turn. */
type Wanted = { without: readonly string[]; quiet: boolean; far: boolean }

async function findMails(trx: Transaction<Schema>, wanted: Wanted, now: number): Promise<Chosen[]> {
  const found = [
    ...(await findInTurn(trx, wanted)),
    ...(await findOfLetters(trx, wanted.without, now)),
  ]
  const rank = ({ domain, isConfirmed }: Chosen) =>
    largeProviders.has(domain) ? 0 : isConfirmed ? 1 : 2
  return found
    .toSorted((a, b) => rank(a) - rank(b) || a.priority - b.priority || a.turn - b.turn)
    .slice(0, mostChosen)
}

async function findInTurn(
  trx: Transaction<Schema>,
  { without, quiet, far }: Wanted,
): Promise<Chosen[]> {
  const isLeftOut = without.length > 0
  const next = trx
    .selectFrom('outbox')
    .select(['id', 'domain', 'personId', 'template', 'priority', 'turn'])
    .where(isDue)
    .where('waits', '=', waitsFor.turn)
    .$if(quiet, (mails) => mails.where('priority', '<>', priorities.later))
    .$if(isLeftOut && far, (mails) => mails.where('domain', 'not in', without))
    .orderBy('priority')
    .orderBy('turn')
    .limit(mailsInTurn)
  const rows = await trx
    .selectFrom(next.as('next'))
    .leftJoin('people', 'people.id', 'next.personId')
    .select(['next.id', 'domain', 'priority', 'turn', isConfirmed.as('isConfirmed')])
    .$if(isLeftOut && !far, (mails) => mails.where('domain', 'not in', without))
    .orderBy(({ case: when }) =>
      when()
        .when('domain', 'in', [...largeProviders])
        .then(sql.lit(0))
        .when(isConfirmed)
        .then(sql.lit(1))
        .else(sql.lit(2))
        .end(),
    )
    .orderBy('priority')
    .orderBy('turn')
    .limit(mostChosen)
    .execute()
  return rows.map((mail) => ({ ...mail, isConfirmed: Boolean(mail.isConfirmed), letter: null }))
}

/** An address without a person has confirmed that it wants the one mail that it asked for. */
const isConfirmed = sql<
  boolean | number
>`(coalesce(people.state, '') = 'confirmed' or template = 'once')`

/** The first mails of each provider. Letters go to confirmed addresses alone. */
async function findOfLetters(
  trx: Transaction<Schema>,
  without: readonly string[],
  now: number,
): Promise<Chosen[]> {
  const found: Chosen[] = []
  for (const sending of await lettersBeingSent(trx, now)) {
    for (const { waits, letter } of await lanesElsewhere(trx, sending, without)) {
      const rows = await trx
        .selectFrom('outbox')
        .select(['id', 'domain', 'priority', 'turn'])
        .where(isDue)
        .where('waits', '=', waits)
        .where('priority', '=', priorities.letter)
        .$if(without.length > 0, (mails) => mails.where('domain', 'not in', without))
        .orderBy('turn')
        .limit(mostChosen)
        .execute()
      found.push(...rows.map((mail) => ({ ...mail, isConfirmed: true, letter })))
    }
  }
  return found
}

/** Gives the next person of a letter who is at none of these domains their mail. */
async function feedProbe(
  trx: Transaction<Schema>,
  without: readonly string[],
  now: number,
): Promise<boolean> {
  for (const letter of await lettersBeingSent(trx, now))
    for (const { provider, isOver } of await lanesElsewhere(trx, letter, without))
      if (!isOver && (await feedAhead(trx, letter, { provider, without }, now))) return true
  return false
}

const lanesElsewhere = async (
  trx: Transaction<Schema>,
  letter: SendingLetter,
  without: readonly string[],
) => (await lanesOf(trx, letter)).filter(({ provider }) => !without.includes(provider))
