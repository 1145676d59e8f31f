import type { FastifyReply } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { mailPaths, type MailQuestion } from '#contract/mail-screens.ts'
import { navigation } from '#contract/screens.ts'
import { countRows } from '#server/db/count-rows.ts'
import type { MailState } from '#server/db/outbox-schema.ts'
import { isFailureKind } from '#server/delivery/failures.ts'
import { holdMails } from '#server/delivery/hold.ts'
import { readQueueState } from '#server/delivery/queue-facts.ts'
import { readPause } from '#server/delivery/queue-pause.ts'
import { previewRetry, retryMails, type WhichFailed } from '#server/delivery/retry.ts'
import { destinationKind } from '#server/delivery/transport.ts'
import {
  mailOutcomes,
  pauseMail,
  releaseMails,
  releasedStates,
  resumeMail,
} from '#server/ops/mail-control.ts'
import { logged, type Action } from '#server/acts/action-log.ts'
import type { ScreenHandler } from './guard.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { seeOther } from '#server/http/answers.ts'

/** One act on mail: what its page asks, and what its button does. */
export type MailAct = {
  action: Action
  ask: (deps: DashboardDeps, fields: Fields) => Promise<MailQuestion>
  details?: (fields: Fields) => Record<string, string>
  run: (deps: DashboardDeps, fields: Fields) => Promise<string>
}
type Fields = Record<string, unknown>

/** DASH-6: the acts, by their path. They call what `npm run mail` calls. */
export const mailActs: Record<string, MailAct> = {
  [mailPaths.pause]: {
    action: 'pause-mail',
    ask: async (deps) => ({ act: 'pause', due: await countIn(deps, ['due', 'sending']) }),
    async run({ store, now }) {
      return mailOutcomes.pause(await pauseMail(store, now()))
    },
  },
  [mailPaths.resume]: {
    action: 'resume-mail',
    ask: askResume,
    async run({ store, now, mailQueued }) {
      const result = await resumeMail(store, now())
      mailQueued()
      return mailOutcomes.resume(result)
    },
  },
  [mailPaths.hold]: {
    action: 'hold-mail',
    ask: async (deps) => ({
      act: 'hold',
      due: await countIn(deps, ['due']),
      sending: await countIn(deps, ['sending']),
    }),
    async run({ store, campaign: { sequence }, now, log }) {
      const time = { now, rest: (ms: number) => sleep(ms) }
      const print = (line: string) => log.info({}, line)
      const reason = 'held by an operator'
      const held = await holdMails({ store, sequence, alone: false, time, print }, reason)
      return mailOutcomes.hold(held.count)
    },
  },
  [mailPaths.release]: {
    action: 'release-mail',
    ask: askRelease,
    details: ({ kept }): Record<string, string> => (kept ? { which: 'kept mails too' } : {}),
    async run({ store, config, now, mailQueued }, { kept }) {
      if (kept && destinationKind(config) !== 'smtp') return 'no mail server is configured'
      const rows = await releaseMails(store, { kept: Boolean(kept) }, now())
      mailQueued()
      return mailOutcomes.release(rows)
    },
  },
  [mailPaths.retry]: {
    action: 'retry-mail',
    ask: askRetry,
    details: (fields) => {
      const { mail, kind } = whichOf(fields)
      return { which: mail === undefined ? (kind ?? 'all') : 'one mail' }
    },
    async run({ store, campaign: { sequence }, now, mailQueued }, fields) {
      const done = await retryMails(store, sequence, now(), whichOf(fields))
      mailQueued()
      return mailOutcomes.retry(done)
    },
  },
}

async function askResume({ store, config, campaign, now }: DashboardDeps): Promise<MailQuestion> {
  const terms = { config, sequence: campaign.sequence }
  const { ready, lastLeavesAt } = await readQueueState(store.db, terms, now())
  const pause = await readPause(store.db)
  return {
    act: 'resume',
    ready,
    lastLeavesAt: ready === 0 ? null : lastLeavesAt,
    reason: pause?.reason ?? null,
  }
}

async function askRelease(deps: DashboardDeps, { kept }: Fields): Promise<MailQuestion> {
  const pause = await readPause(deps.store.db)
  return {
    act: 'release',
    mails: await countIn(deps, releasedStates(Boolean(kept))),
    kept: Boolean(kept),
    sends: destinationKind(deps.config) === 'smtp',
    endsPause: pause?.by === 'held',
  }
}

async function askRetry(
  { store, campaign, now }: DashboardDeps,
  fields: Fields,
): Promise<MailQuestion> {
  const which = whichOf(fields)
  const { mails, skipped } = await previewRetry(store.db, campaign.sequence, now(), which)
  const mail = which.mail
    ? await store.db
        .selectFrom('outbox')
        .select(['email', 'state'])
        .where('id', '=', which.mail)
        .executeTakeFirst()
    : undefined
  return {
    act: 'retry',
    which,
    email: mail?.email ?? null,
    mails,
    uncertain: which.kind === 'uncertain' || mail?.state === 'uncertain',
    skipped: Object.entries(skipped).map(([reason, count]) => ({ reason, mails: count })),
  }
}

const countIn = ({ store: { db } }: DashboardDeps, states: readonly MailState[]) =>
  countRows(db, db.selectFrom('outbox').where('state', 'in', states))

/** Neither is the address of anybody: a mail's id, or a kind of failure. */
function whichOf({ mail, kind }: Fields): WhichFailed {
  if (typeof mail === 'string') return { mail }
  return typeof kind === 'string' && isFailureKind(kind) ? { kind } : {}
}

/** The page that asks before an act. */
export const askMailAct =
  (deps: DashboardDeps, { ask }: MailAct): ScreenHandler =>
  async (request, reply, who) =>
    deps.screens.show(request, reply, who, {
      screen: 'mail-ask',
      question: await ask(deps, request.query as Fields),
    })

/** An act on many mails continues after its answer; the screen says so until it has ended. */
const answerAfterMs = 3_000

export const runMailAct =
  (deps: DashboardDeps, { action, details, run }: Omit<MailAct, 'ask'>): ScreenHandler =>
  async (request, reply, who) => {
    const fields = request.body as Fields
    const act = { operator: who.session.operator, action, details: details?.(fields) ?? {} }
    let actId = ''
    const ending = logged(deps.store, act, deps.now(), async (id) => {
      actId = id
      return { outcome: await run(deps, fields) }
    })
    const waiting = new AbortController()
    await Promise.race([ending, sleep(answerAfterMs, null, { signal: waiting.signal })])
    waiting.abort()
    ending.catch((error: unknown) =>
      deps.log.error({ err: error, action }, 'an act on mail did not come to its end'),
    )
    return backToMail(reply, actId)
  }

const backToMail = (reply: FastifyReply, actId: string) =>
  seeOther(reply, `${navigation.mail.path}?done=${actId}`)
