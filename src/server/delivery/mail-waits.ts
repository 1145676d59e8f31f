import type { MailWait, WaitsFor } from '#contract/mails/waits.ts'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import { isHeld } from '#server/letters/letter.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/store.ts'
import { rampWait } from '#server/letters/lanes.ts'
import { waitFor } from '#server/limits/budgets.ts'
import { budgetDomain } from '#server/outbox/budget-domain.ts'
import { withoutDomainBudget } from '#server/outbox/large-providers.ts'
import { isUrgent } from '#server/outbox/operator-mails.ts'
import { waitsFor } from '#server/outbox/turns.ts'
import { afterQuiet, isQuiet } from '#server/sequence/steps.ts'
import { budgetOfHour, hourKey } from './pace.ts'
import { readQueue } from './queue-pause.ts'
import { probeAt, type Queue } from './queue-state.ts'
import { provenBy } from './candidates.ts'
import { isFirst } from './recipient-budgets.ts'
import { destinationKind, type DestinationConfig } from '#server/config/destination.ts'

export type WaitTerms = {
  config: DestinationConfig & Pick<Config, 'mailsPerHour' | 'limits'>
  sequence: SequenceCopy | null
}

type Mail = Awaited<ReturnType<typeof readMails>>[number]
type Asked = { db: Db; mail: Mail; queue: Queue; terms: WaitTerms; now: number }
type Reason = (asked: Asked) => MailWait | null | Promise<MailWait | null>

/**
 * What each mail waits for that has not left, of one person or one mail, by the mail's id. It reads
 * what is stored and asks in the order of a claim (claim.ts): the first reason is the answer. Mails
 * that were sent or ended, or are being sent, wait for nothing.
 */
export async function readMailWaits(
  db: Db,
  which: { person: string } | { mail: string },
  terms: WaitTerms,
  now: number,
): Promise<Map<string, MailWait>> {
  const waits = new Map<string, MailWait>()
  const mails = await readMails(db, which)
  if (mails.length === 0) return waits
  const queue = await readQueue(db)
  for (const mail of mails) waits.set(mail.id, await waitOf({ db, mail, queue, terms, now }))
  return waits
}

async function waitOf(asked: Asked): Promise<MailWait> {
  for (const reason of reasons) {
    const wait = await reason(asked)
    if (wait) return wait
  }
  return wait('turn')
}

const wait = (
  kind: WaitsFor,
  until: number | null = null,
  because: string | null = null,
): MailWait => ({ waitsFor: kind, until, because })

const isPaced = ({ config }: WaitTerms) => destinationKind(config) === 'smtp'
const isLimited = (terms: WaitTerms) => isPaced(terms) && terms.config.limits === 'on'

/** In the order in which a claim asks. A mail that none of them names waits for its turn. */
const reasons: readonly Reason[] = [
  function setAside({ mail: { state, reason } }) {
    if (state === 'overdue') return wait('release', null, reason)
    return state === 'kept' ? wait('server') : null
  },
  ({ terms: { config } }) => (destinationKind(config) === 'none' ? wait('server') : null),
  function pausedQueue({ mail, queue: { pause }, terms, now }) {
    if (!pause || !isPaced(terms) || isUrgent(mail)) return null
    if (pause.by === 'held') return wait('held', null, pause.reason)
    if (pause.by === 'checking') return wait('checking', null, pause.reason)
    return wait('pause', Math.max(now, probeAt(pause, now)), pause.reason)
  },
  function itsTime(asked) {
    const { mail, now } = asked
    if (mail.waits !== waitsFor.time || mail.dueAt <= now) return null
    if (mail.attempts > 0) return wait('retry', mail.dueAt, mail.reason)
    return wait(isLimited(asked.terms) ? limitOf(mail) : 'time', mail.dueAt)
  },
  async function itsDomain({ db, mail, terms, now }) {
    if (!mail.waits.startsWith('@') || !isLimited(terms)) return null
    const domain = await db
      .selectFrom('waiting_domains')
      .select('opensAt')
      .where('domain', '=', budgetDomain(mail.domain))
      .executeTakeFirst()
    return wait('domain', domain && domain.opensAt > now ? domain.opensAt : null)
  },
  itsLetter,
  function quietHours({ mail, terms: { sequence }, now }) {
    if (mail.template !== 'sequence' || !sequence || !isQuiet(now, sequence)) return null
    return wait('quiet', afterQuiet(now, sequence))
  },
  async ({ db, mail }) => ((await waitsForWelcome(db, mail)) ? wait('welcome') : null),
  async function itsHour({ db, mail, terms, now }) {
    if (!isLimited(terms) || isUrgent(mail)) return null
    const budget = budgetOfHour(terms.config.mailsPerHour)
    const ms = await waitFor(db, [{ key: hourKey, budget }], now)
    return ms > 0 ? wait('hour', now + ms) : null
  },
  ({ queue: { trouble }, terms }) =>
    trouble && isPaced(terms) ? wait('session', null, trouble.reason) : null,
]

/**
 * The limit that has deferred a mail which was never tried: `paceMail` (pace.ts) defers it for its
 * mailbox, or for its domain if it is not a first mail. A step of a sequence was planned for a time.
 */
function limitOf(mail: Mail): WaitsFor {
  if (mail.template === 'sequence') return 'time'
  const { everConfirmed, proven } = provenBy(mail, personOf(mail))
  const isFree = mail.messageId !== null || proven
  if (withoutDomainBudget.has(mail.domain)) return isFree ? 'time' : 'mailbox'
  if (isFree) return 'domain'
  return isFirst({ ...mail, everConfirmed }) ? 'mailbox' : 'time'
}

const personOf = ({ personState: state, placement, personSince: createdAt, confirmedAt }: Mail) =>
  state === null || placement === null || createdAt === null
    ? null
    : { state, placement, createdAt, confirmedAt }

/** A mail of a letter that is being sent waits for its ramp, then for all other mails. */
async function itsLetter({ db, mail, terms, now }: Asked): Promise<MailWait | null> {
  if (mail.letterId === null || !mail.waits.startsWith('#')) return null
  const letter = await db
    .selectFrom('letters')
    .select(['id', 'state', 'pausedBy', 'plannedAt', 'sendingMs', 'sendingSince'])
    .where('id', '=', mail.letterId)
    .executeTakeFirst()
  if (!letter) return null
  if (letter.state === 'paused') return wait(isHeld(letter) ? 'letter held' : 'letter paused')
  if ((letter.plannedAt ?? now) > now) return wait('letter time', letter.plannedAt)
  if (!isLimited(terms)) return null
  const provider = mail.waits.slice(mail.waits.indexOf(' ') + 1)
  const ms = await rampWait(db, letter, provider, terms.config, now)
  return ms > 0 ? wait('ramp', now + ms) : null
}

const waitsForWelcome = async (db: Db, { template, personId }: Mail): Promise<boolean> =>
  template === 'sequence' &&
  personId !== null &&
  (await db
    .selectFrom('outbox')
    .select('id')
    .where('personId', '=', personId)
    .where('template', '=', 'welcome')
    .where('state', 'in', ['due', 'sending'])
    .executeTakeFirst()) !== undefined

const readMails = (db: Db, which: { person: string } | { mail: string }) =>
  db
    .selectFrom('outbox')
    .leftJoin('people', 'people.id', 'personId')
    .select([
      'outbox.id',
      'personId',
      'template',
      'outbox.state',
      'waits',
      'domain',
      'requester',
      'dueAt',
      'attempts',
      'messageId',
      'reason',
      'letterId',
      'people.state as personState',
      'placement',
      'people.createdAt as personSince',
      'confirmedAt',
    ])
    .where(
      'person' in which ? 'personId' : 'outbox.id',
      '=',
      'person' in which ? which.person : which.mail,
    )
    .where('outbox.state', 'in', ['due', 'overdue', 'kept'])
    .execute()
