import type { Updateable } from 'kysely'
import type { RenderedMail } from '#contract/render.ts'
import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/config/log.ts'
import { StoreUnavailable, type Store } from '#server/db/store.ts'
import type { OperatorMailsTable } from '#server/db/outbox-schema.ts'
import {
  operatorMailKinds,
  type OperatorMailData,
  type OperatorMailTemplate,
} from '#server/outbox/operator-mails.ts'
import { deleteOnce, isSilencedAddress } from '#server/signup/once-requests.ts'
import type { SendResult } from './classify.ts'
import { logStop } from './describe-stop.ts'
import { composeMail, openReportTokens, type TokenCarriers } from './message.ts'
import { claimOperatorMails, type ClaimedOperatorMail } from './operator-mail-claims.ts'
import {
  recordAttempt,
  recordOperatorMail,
  recoverOperatorMails,
  renewOperatorMails,
} from './operator-mail-leases.ts'
import type { SmtpLimits } from './smtp-limits.ts'
import { connections, openDestination, stopping, type Destination } from './transport.ts'

/** Renders each mail when it is sent: see `OperatorMailData`. Null if it is no longer wanted. */
export type OperatorMailRenderers = {
  [T in OperatorMailTemplate]: (mail: {
    email: string
    data: OperatorMailData[T]
  }) => Promise<RenderedMail | null>
}

type OperatorMailDeps = {
  store: Store
  secretKey: string
  config: Config
  renderers: OperatorMailRenderers
  log: Log
  metrics?: {
    operatorMails: { inc(labels: { outcome: string }): void }
    accountRefusals: { inc(labels: { reason: string }): void }
  }
  now: () => number
  /** see clock/clock.ts; always by default */
  mayDeliver?: () => boolean
  /** the time by which a mail is too old; `now` by default (clock/clock.ts) */
  calendar?: () => number
  smtpLimits?: SmtpLimits
}

type OperatorMailWorker = {
  /** Call it after a commit that queued a mail to an operator. */
  nudge(): void
  stop(): Promise<void>
}

/** Much less than a lease, which each poll renews. */
const pollMs = 5_000

/** Sends mails to operators for as long as the program runs. */
export function startOperatorMails(deps: OperatorMailDeps): OperatorMailWorker {
  const sender = openOperatorMails(deps)
  const timer = setInterval(sender.nudge, pollMs).unref()
  sender.nudge()
  return {
    nudge: sender.nudge,
    async stop() {
      clearInterval(timer)
      await sender.stop()
    },
  }
}

/** Without a mail server the mails wait for one, until they are too old. */
const waiting = { run: async () => {}, nudge() {}, stop: async () => {} }

/**
 * The same without its timer. The connections are its own, so that mails to the list do not delay
 * these. Which of them a pause and the budgets of delivery/pace.ts delay: `operatorMailKinds`. A
 * mail that is refused with our account stays due, and leaves with the first probe that is accepted
 * (queue-pause.ts).
 */
export function openOperatorMails(deps: OperatorMailDeps) {
  const { store, config, log, now, calendar = now, mayDeliver = () => true } = deps
  /** A mail that is given up is gone for good, so a clock that is ahead must not decide it. */
  const asOf = () => Math.min(now(), calendar())
  const destination = openDestination(config, deps.smtpLimits)
  if (destination.kind === 'none') return waiting
  const abort = new AbortController()
  const carriersOf = openReportTokens(config, deps.secretKey)
  const sending: Sending = { ...deps, asOf, destination, carriersOf, signal: abort.signal }
  const host = new URL(config.publicUrl).hostname
  const mailsPerHour = config.limits === 'off' ? Infinity : config.mailsPerHour
  const pace = destination.kind === 'smtp' ? { secretKey: deps.secretKey, mailsPerHour } : null
  /** by the owner of each lease */
  const inFlight = new Map<string, Promise<void>>()
  let hasBegun = false
  let filling: Promise<void> | null = null
  let nudged = false

  function begin(mail: ClaimedOperatorMail): void {
    const sent = deliver(sending, mail)
      .catch((error: unknown) => logFailure(log, error))
      .finally(() => {
        inFlight.delete(mail.owner)
        nudge()
      })
    inFlight.set(mail.owner, sent)
  }

  async function claimDue(): Promise<void> {
    await renewOperatorMails(store, [...inFlight.keys()], now())
    await recoverOperatorMails(store, now(), { all: store.engine === 'sqlite' && !hasBegun })
    hasBegun = true
    while (!abort.signal.aborted && inFlight.size < connections) {
      nudged = false
      const terms = { inFlight: inFlight.size, host, pace, asOf: asOf() }
      const { mails, changed } = await claimOperatorMails(store, terms, now())
      mails.forEach(begin)
      if (changed === 0 && !nudged) return
    }
  }

  /** Begins to send what is due. Never throws: what failed is tried at the next call. */
  const fill = (): Promise<void> =>
    (filling ??= claimDue()
      .catch((error: unknown) => logFailure(log, error))
      .finally(() => {
        filling = null
      }))

  function nudge(): void {
    nudged = true
    if (!abort.signal.aborted && mayDeliver()) void fill()
  }

  return {
    nudge,
    /** Resolves when all that is due was sent, or failed. */
    async run() {
      await fill()
      while (inFlight.size > 0) {
        await Promise.all(inFlight.values())
        await fill()
      }
    },
    async stop() {
      abort.abort(stopping)
      await filling
      await Promise.all(inFlight.values())
      if (destination.kind === 'smtp') destination.transport.close()
    },
  }
}

/** `signal` ends what is being sent. */
type Sending = OperatorMailDeps & {
  asOf: () => number
  destination: Exclude<Destination, { kind: 'none' }>
  carriersOf: (mailId: string) => TokenCarriers
  signal: AbortSignal
}

async function deliver(sending: Sending, mail: ClaimedOperatorMail): Promise<void> {
  const { log, metrics } = sending
  const { state, reason } = await attempt(sending, mail)
  metrics?.operatorMails.inc({ outcome: state! })
  const outcome = { mail: mail.id, template: mail.template, outcome: state }
  if (reason) log.error({ ...outcome, reason }, 'a mail to an operator was not sent')
  else log.info(outcome, 'mail to an operator')
}

/** Returns the row after the attempt. */
async function attempt(
  sending: Sending,
  mail: ClaimedOperatorMail,
): Promise<Updateable<OperatorMailsTable>> {
  const { store, log, metrics, signal, now, asOf } = sending
  const result = await send(sending, mail).catch((error: unknown): SendResult => {
    log.error({ err: error, mail: mail.id }, 'a mail to an operator could not be rendered')
    return { result: 'cut', written: false, why: String(error) }
  })
  if (result === null) {
    await deleteOnceOf(store, mail)
    return written(store, mail, { state: 'dead', reason: 'it is no longer wanted' })
  }
  if ('rendered' in result)
    return written(store, mail, { state: 'kept', rendered: JSON.stringify(result.rendered) })
  const {
    fields,
    signal: meant,
    stopStarted,
  } = await recordAttempt(store, mail, result, {
    stopping: signal.aborted,
    now: now(),
    asOf: asOf(),
  })
  if (stopStarted) logStop(log, stopStarted)
  if (meant.says === 'account') metrics?.accountRefusals.inc({ reason: meant.kind })
  return fields
}

/** END-3: the request of an address that gets no mail is deleted with its mails. */
async function deleteOnceOf(store: Store, { template, email }: ClaimedOperatorMail): Promise<void> {
  if (operatorMailKinds[template].toPeople) await store.transact((trx) => deleteOnce(trx, [email]))
}

async function written(
  store: Store,
  mail: ClaimedOperatorMail,
  fields: Updateable<OperatorMailsTable>,
): Promise<Updateable<OperatorMailsTable>> {
  await recordOperatorMail(store, mail, fields)
  return fields
}

/** Null if the mail is not wanted or allowed any more; `rendered` without a mail server. */
async function send(
  { store, renderers, config, carriersOf, destination, signal, now }: Sending,
  mail: ClaimedOperatorMail,
): Promise<SendResult | { rendered: object } | null> {
  const renderMail = renderers[mail.template] as (of: object) => Promise<RenderedMail | null>
  const rendered = await renderMail(mail)
  const { urgent } = operatorMailKinds[mail.template]
  if (rendered === null || (!urgent && (await isSilencedAddress(store.db, mail.email, now()))))
    return null
  const composed = composeMail(rendered, {
    to: mail.email,
    from: config.mailFrom,
    messageId: mail.messageId,
    atMs: now(),
    carriers: operatorMailKinds[mail.template].toPeople ? carriersOf(mail.id) : undefined,
    unsubscribeUrl: null,
  })
  if (destination.kind === 'dev mails')
    return { rendered: { ...rendered, raw: await destination.print(composed) } }
  return destination.transport.send(composed, signal)
}

function logFailure(log: Log, error: unknown): void {
  if (error instanceof StoreUnavailable)
    log.warn({ reason: error.message }, 'mails to operators wait for the store')
  else log.error({ err: error }, 'mails to operators could not be sent')
}
