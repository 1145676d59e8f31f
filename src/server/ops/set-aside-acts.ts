import { z } from 'zod'
import { unicodeEmail } from '#contract/address/unicode-host.ts'
import type { Question } from '#contract/dashboard/ask.ts'
import { mailPaths, nameOfKind } from '#contract/mails/screens.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import { counted, grouped, plural } from '#contract/english.ts'
import type { MailState } from '#server/db/outbox-schema.ts'
import { smallTransactions } from '#server/db/transaction.ts'
import type { Store } from '#server/db/store.ts'
import { isFailureKind } from '#server/delivery/failures.ts'
import { readPause, resumeQueue } from '#server/delivery/queue-pause.ts'
import {
  describeRetried,
  previewRetry,
  retryMails,
  startOver,
  type Retried,
  type WhichFailed,
} from '#server/delivery/retry.ts'
import { destinationKind } from '#server/config/destination.ts'
import { uncountLetterMails } from '#server/letters/outcomes.ts'
import {
  asked,
  countIn,
  holding,
  isHolding,
  leadsTo,
  mailAct,
  noServer,
  nothing,
  outcomeOf,
  whileHolding,
  type MailActDeps,
} from './mail-act.ts'

const keptToo = z.object({ kept: z.enum(['1', '']).optional() })

/** Sends what was set aside; with `kept` also what waited for a mail server. */
export const release = mailAct<{ kept?: string }, { kept?: string }, unknown, number | string>({
  name: 'release-mail',
  said: 'Released mail',
  path: mailPaths.release,
  leadsTo,
  find: async (_, sent) => keptToo.safeParse(sent).data ?? null,
  async ask({ store: { db }, config }, { kept }) {
    const mails = await countIn(db, releasedStates(kept))
    if (mails === 0) return nothing('Nothing to release', { Why: 'no mail is set aside' })
    if (kept && destinationKind(config) !== 'smtp')
      return nothing('Nothing to release', { Why: 'no mail server is set to send them' })
    return asked({
      title: `Release ${counted(mails, 'mail')}?`,
      facts: {
        Sent: kept
          ? 'mails that were set aside, and those kept because no mail server was set'
          : 'mails that were set aside: late, too many for one mailbox, or held',
        'Not sent': 'to people who left, are confirmed meanwhile, or get no mail any more',
        'How fast': 'within the limits of the hour, of domains and of mailboxes',
        ...((await readPause(db))?.by === 'held' && { 'The pause': 'ends with it' }),
      },
      sends: kept ? [['kept', kept]] : [],
      button: `Release ${counted(mails, 'mail')}`,
      back: 'Leave them',
    })
  },
  details: ({ subject: { kept } }): Record<string, string> =>
    kept ? { which: 'kept mails too' } : {},
  async run({ store, config, now, mailQueued }, { subject: { kept } }) {
    if (kept && destinationKind(config) !== 'smtp') return noServer
    if (await isHolding(store)) return holding
    if ((await readPause(store.db))?.by === 'held')
      await store.transact(async (trx) => resumeQueue(trx, now()))
    const released = await backToDue(store, releasedStates(kept), now())
    mailQueued()
    return released
  },
  outcome: (result) =>
    typeof result === 'number'
      ? `${counted(result, 'mail')} released`
      : outcomeOf(result, { [noServer]: noServer }),
  command: {
    name: 'release',
    help: `Sends mails that waited longer than ${operatorTime('lateMail')}[sequence:  (of a sequence ${operatorTime('lateStep')})], exceeded their mailbox's limit, or waited through a restore, and ends the pause after that.`,
    options: {
      kept: {
        flag: true,
        help: 'also sends mails that were kept while no mail server was configured',
      },
    },
    read: async (_, { kept }) => ({ subject: kept ? { kept: '1' } : {}, fields: {} }),
    refused: (result) =>
      result === noServer
        ? 'SMTP_URL is not set: kept mails cannot be sent. Set it, then release them.'
        : whileHolding(result),
    json: (released) => ({ released }),
    says: (released) => [
      `${released} ${plural(Number(released), 'mail is', 'mails are')} released and will be sent within the budgets of the hour, of domains and of mailboxes.`,
    ],
  },
})

const releasedStates = (kept: string | undefined): MailState[] =>
  kept ? ['overdue', 'kept'] : ['overdue']

async function backToDue(store: Store, states: readonly MailState[], now: number): Promise<number> {
  const steps = smallTransactions(store)
  for (let total = 0; ;) {
    const moved = await steps.step(async (trx) => {
      const rows = await trx
        .selectFrom('outbox')
        .select(['id', 'state', 'domain', 'letterId', 'letterLanguage', 'letterSlot'])
        .where('personId', 'is not', null)
        .where('state', 'in', states)
        .limit(steps.rows())
        .execute()
      if (rows.length === 0) return 0
      await trx
        .updateTable('outbox')
        .set({ state: 'due', ...startOver(now), reason: null, letterSlot: null })
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .where('state', 'in', states)
        .execute()
      const kept = rows.filter(({ state }) => state === 'kept')
      await uncountLetterMails(trx, kept, 'kept')
      return rows.length
    })
    if (moved === 0) return total
    total += moved
  }
}

const failedMails = z.object({
  mail: z.string().max(64).optional(),
  kind: z.string().refine(isFailureKind).optional(),
})

/** Sends again what failed: one mail, all that failed in one way, or all. */
export const retry = mailAct<WhichFailed, WhichFailed, unknown, Retried>({
  name: 'retry-mail',
  said: 'Retried mail',
  path: mailPaths.retry,
  leadsTo,
  find: async (_, sent) => failedMails.safeParse(sent).data ?? null,
  ask: askRetry,
  details: ({ subject: { mail, kind } }) => ({
    which: mail === undefined ? (kind ?? 'all') : 'one mail',
  }),
  async run({ store, sequence, now, mailQueued }, { subject }) {
    const done = await retryMails(store, sequence, now(), subject)
    mailQueued()
    return done
  },
  outcome: ({ mails, skipped }) =>
    [
      `${counted(mails, 'mail')} due again`,
      ...Object.entries(skipped).map(([reason, count]) => `${count} not: ${reason}`),
    ].join(', '),
  command: {
    name: 'retry',
    help: 'Sends dead and uncertain mails again. Uncertain ones may arrive twice.',
    read: async () => ({ subject: {}, fields: {} }),
    json: ({ mails, skipped }) => ({ retried: mails, skipped }),
    says: describeRetried,
  },
})

async function askRetry(
  { store: { db }, sequence, now }: MailActDeps,
  which: WhichFailed,
): Promise<Question> {
  const { mails, skipped } = await previewRetry(db, sequence, now(), which)
  const mail =
    which.mail === undefined
      ? undefined
      : await db
          .selectFrom('outbox')
          .select(['email', 'state'])
          .where('id', '=', which.mail)
          .executeTakeFirst()
  const notSent = Object.entries(skipped).map(([reason, count]) => `${grouped(count)}: ${reason}`)
  const facts = {
    ...(mail && { To: { name: unicodeEmail(mail.email) } }),
    ...(which.kind !== undefined && { Which: nameOfKind(which.kind) }),
    'Not sent': notSent.length === 0 ? 'none' : notSent.join('; '),
  }
  if (mails === 0) return nothing('Nothing to retry', facts)
  return asked({
    title: `Retry ${counted(mails, 'mail')}?`,
    facts: {
      ...facts,
      ...((which.kind ?? mail?.state) === 'uncertain' && {
        Twice: 'a mail that did arrive arrives a second time',
      }),
      'If it is refused again': 'it is listed here again, with its first reason',
    },
    sends: Object.entries(which).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    button: `Retry ${counted(mails, 'mail')}`,
    back: 'Cancel',
  })
}
