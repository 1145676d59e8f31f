import { setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '#contract/campaign/languages.ts'
import type { Mail } from '#contract/mails/mails.ts'
import type { RenderLetter, RenderedMail } from '#contract/render.ts'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import type { Log } from '#server/config/log.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { StoreUnavailable, type Store } from '#server/db/store.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { logLetterStop } from '#server/letters/outcomes.ts'
import { isQuiet } from '#server/sequence/steps.ts'
import type { Claimed, ClaimedMail } from './leases.ts'
import type { ReadCurrent, ReadLetterTexts } from './current.ts'
import { classify, type QueueSignal, type SendResult } from './classify.ts'
import { whyUnwanted } from './eligibility.ts'
import { readLineOfMail, readValuesOfLetter, type Unwanted } from './line-mail.ts'
import { composeMail, linksOf, mailOf, type ComposedMail, type TokenCarriers } from './message.ts'
import { prepareOperatorMail, type OperatorMailRenderers } from './operator-mails.ts'
import { cancelClaimed, returnClaimed, storeRendered, type RecordOutcome } from './record.ts'
import { logStop } from './describe-stop.ts'
import type { Destination } from './transport.ts'

/** Renders a letter with the words of a language. */
export type RenderLetterIn = (
  language: Language,
  ...letter: Parameters<RenderLetter>
) => ReturnType<RenderLetter>

/** LANG-2: renders a mail in the words of a language. */
export type RenderMailIn = (language: Language, mail: Mail) => Promise<RenderedMail>

export type DeliverDeps = {
  store: Store
  /** They find the code of a spot, which no mail in the queue has. */
  secrets: Secrets
  renderMail: RenderMailIn
  renderLetter: RenderLetterIn
  /** The texts of a letter (current.ts). */
  letterTexts: ReadLetterTexts
  destination: Exclude<Destination, { kind: 'none' }>
  sequence: SequenceCopy | null
  publicUrl: string
  mailFrom: string
  carriersOf: (mailId: string) => TokenCarriers
  now: () => number
  /** the time by which spots end (clock/clock.ts) */
  calendar: () => number
  log: Log
  readCurrent: ReadCurrent
  /** Records an outcome, together with those of the same moment. Throws StoreUnavailable. */
  record: RecordOutcome
  operatorMails: OperatorMailRenderers
  metrics?: {
    mails: { inc(labels: { outcome: string }): void }
    operatorMails: { inc(labels: { outcome: string }): void }
    letterStops: { inc(labels: { rule: string }): void }
    accountRefusals: { inc(labels: { reason: string }): void }
  }
  /**
   * True while the program ends: it records each outcome once, and leaves the rest to the lease.
   */
  stopped: () => boolean
  /** Called after the commit that ended the attempt of a sequence's step. */
  stepEnded: () => void
}

const storeRetryMs = 500

/**
 * One delivery of a claimed mail: attempt, classify, record. Returns what the answer says about the
 * whole queue. Never throws.
 */
export async function deliverMail(
  deps: DeliverDeps,
  mail: Claimed,
  signal: AbortSignal,
): Promise<QueueSignal['says']> {
  const prepared =
    mail.personId === null ? prepareOperatorMail(deps, mail) : prepareMail(deps, mail)
  const attempt = await prepared
    .then((ready) => sendReady(deps, ready, signal))
    .catch((error: unknown): Attempt => {
      deps.log.error({ err: error, mail: mail.id }, 'a mail could not be rendered')
      return { did: 'send', result: failedAttempt(error) }
    })
  const says = await retryUntilStored(deps, () => recordAttempt(deps, mail, attempt))
  if (mail.template === 'sequence') deps.stepEnded()
  return says ?? 'nothing'
}

type NotSent =
  | { did: 'cancel'; reason: string }
  /** nothing was sent: quiet hours began, its letter was paused, or its data has changed */
  | { did: 'return' }
  /** another worker has the row now */
  | { did: 'nothing' }
/** A mail that may be sent, or why not. */
type ReadyMail = NotSent | { rendered: RenderedMail; composed: ComposedMail }

type Attempt =
  | NotSent
  | { did: 'send'; result: SendResult }
  /** rendered for /dev/mails */
  | { did: 'render'; rendered: object }

async function sendReady(
  { destination }: DeliverDeps,
  ready: ReadyMail,
  signal: AbortSignal,
): Promise<Attempt> {
  if ('did' in ready) return ready
  const { rendered, composed } = ready
  if (destination.kind === 'smtp')
    return { did: 'send', result: await destination.transport.send(composed, signal) }
  return { did: 'render', rendered: { ...rendered, raw: await destination.print(composed) } }
}

/** Renders a claimed mail and checks again that it may be sent. */
async function prepareMail(deps: DeliverDeps, claimed: ClaimedMail): Promise<ReadyMail> {
  const links = linksOf(claimed, deps.publicUrl)
  const rendered = await renderClaimed(deps, claimed)
  if ('unwanted' in rendered) return { did: 'cancel', reason: rendered.unwanted }
  const composed = composeMail(rendered, {
    to: claimed.email,
    from: deps.mailFrom,
    messageId: claimed.messageId,
    atMs: deps.now(),
    carriers: deps.carriersOf(claimed.id),
    unsubscribeUrl: claimed.template === 'confirm' ? null : links.unsubscribeUrl,
  })
  const current = await deps.readCurrent(claimed)
  if (!current) return { did: 'nothing' }
  const reason = whyUnwanted(current, current, deps.sequence, deps.now())
  if (reason) return { did: 'cancel', reason }
  const becameQuiet =
    current.priority === priorities.later &&
    deps.sequence !== null &&
    isQuiet(deps.now(), deps.sequence)
  const letterPaused = claimed.letter !== null && current.letterState !== 'sending'
  const hasChanged =
    current.data.quizType !== claimed.data.quizType || current.language !== claimed.language
  if (becameQuiet || letterPaused || hasChanged) return { did: 'return' }
  return { rendered, composed }
}

async function renderClaimed(
  deps: DeliverDeps,
  mail: ClaimedMail,
): Promise<RenderedMail | Unwanted> {
  const { renderMail, renderLetter, letterTexts, publicUrl } = deps
  const lineDeps = { ...deps, db: deps.store.db, now: deps.calendar() }
  if (mail.letter === null) {
    const line = await readLineOfMail(lineDeps, mail)
    return 'unwanted' in line ? line : renderMail(mail.language, mailOf(mail, publicUrl, line))
  }
  const language = mail.letterLanguage!
  const text = (await letterTexts(mail.letter))[language]
  if (!text) throw new Error(`The letter has no text in '${language}'.`)
  const values = await readValuesOfLetter(lineDeps, mail, text)
  if ('unwanted' in values) return values
  const { email, data } = mail
  const recipient = { email, ...linksOf(mail, publicUrl), quizType: data.quizType, ...values }
  return renderLetter(language, text, recipient)
}

/** The result of a failure in this program: nothing was sent. */
const failedAttempt = (error: unknown): SendResult => {
  const why = error instanceof Error ? error.message : String(error)
  return error instanceof StoreUnavailable
    ? { result: 'no session', why, obstacle: null }
    : { result: 'cut', written: false, why }
}

async function recordAttempt(
  deps: DeliverDeps,
  mail: Claimed,
  attempt: Attempt,
): Promise<QueueSignal['says']> {
  const { store, now } = deps
  switch (attempt.did) {
    case 'nothing':
      return 'nothing'
    case 'return':
      await returnClaimed(store, mail)
      return 'nothing'
    case 'cancel':
      await cancelClaimed(store, mail, attempt.reason, now())
      logOutcome(deps, mail, 'cancelled', attempt.reason)
      return 'nothing'
    case 'render':
      await storeRendered(store, mail, attempt.rendered, now())
      logOutcome(deps, mail, 'kept')
      return 'nothing'
    case 'send': {
      const outcome = classify(attempt.result, mail.attempts, now(), mail.email)
      const { row, stopStarted, letterStop } = await deps.record({ mail, outcome })
      if (outcome.signal.says === 'account')
        deps.metrics?.accountRefusals.inc({ reason: outcome.signal.kind })
      if (stopStarted) logStop(deps.log, stopStarted)
      if (letterStop) logLetterStop(deps, letterStop)
      logOutcome(deps, mail, row.state, 'reason' in row ? row.reason : undefined)
      return outcome.signal.says
    }
  }
}

function logOutcome(
  { log, metrics }: DeliverDeps,
  mail: Claimed,
  outcome: string,
  reason?: string,
) {
  if (mail.personId === null) {
    metrics?.operatorMails.inc({ outcome })
    const ended = { mail: mail.id, template: mail.template, outcome }
    if (reason) log.error({ ...ended, reason }, 'a mail to an operator was not sent')
    else log.info(ended, 'mail to an operator')
    return
  }
  metrics?.mails.inc({ outcome })
  if (reason) log.warn({ mail: mail.id, template: mail.template, outcome, reason }, 'mail')
  else log.info({ mail: mail.id, template: mail.template, outcome }, 'mail')
}

/** The mail server answers once, so its answer is recorded as soon as the store is available. */
async function retryUntilStored<T>(
  { log, stopped }: DeliverDeps,
  write: () => Promise<T>,
): Promise<T | undefined> {
  for (let tries = 0; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || (stopped() && tries > 0))
        return void log.error({ err: error }, 'the outcome of a mail could not be stored')
      await sleep(storeRetryMs)
    }
  }
}
