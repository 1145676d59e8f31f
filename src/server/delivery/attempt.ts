import type { RenderMail } from '#contract/render.ts'
import type { Mail } from '#contract/mails.ts'
import type { SequenceCopy } from '#contract/sequence.ts'
import { StoreUnavailable, type Store } from '#server/db/open.ts'
import { priorities, type MailData } from '#server/outbox/outbox.ts'
import { isQuiet } from '#server/sequence/quiet-hours.ts'
import type { ClaimedMail } from './claim.ts'
import type { SendResult } from './classify.ts'
import { whyUnwanted } from './eligibility.ts'
import { composeMail } from './message.ts'
import type { Destination } from './transport.ts'

export type Attempt =
  | { did: 'send'; result: SendResult }
  /** rendered for /dev/mails */
  | { did: 'render'; rendered: object }
  | { did: 'cancel'; reason: string }
  /** nothing was sent: the mail has to wait for the quiet hours, or its data has changed */
  | { did: 'return' }
  /** another worker has the row now */
  | { did: 'nothing' }

export type AttemptDeps = {
  store: Store
  renderMail: RenderMail
  destination: Exclude<Destination, { kind: 'none' }>
  sequence: SequenceCopy | null
  publicUrl: string
  mailFrom: string
  now: () => number
}

/** Renders a claimed mail, checks again that it may be sent, and sends it. */
export async function attemptMail(
  deps: AttemptDeps,
  claimed: ClaimedMail,
  signal: AbortSignal,
): Promise<Attempt> {
  const mail = mailOf(claimed, deps.publicUrl)
  const rendered = await deps.renderMail(mail)
  const composed = composeMail(rendered, {
    to: claimed.email,
    from: deps.mailFrom,
    messageId: claimed.messageId,
    atMs: deps.now(),
    unsubscribeUrl: mail.template === 'confirm' ? null : mail.unsubscribeUrl,
  })
  const current = await readCurrent(deps.store, claimed)
  if (!current) return { did: 'nothing' }
  const reason = whyUnwanted(current, current, deps.sequence)
  if (reason) return { did: 'cancel', reason }
  const becameQuiet =
    current.priority === priorities.later &&
    deps.sequence !== null &&
    isQuiet(deps.now(), deps.sequence)
  if (becameQuiet || current.data.quizType !== claimed.data.quizType) return { did: 'return' }
  if (deps.destination.kind === 'smtp')
    return { did: 'send', result: await deps.destination.transport.send(composed, signal) }
  return { did: 'render', rendered: { ...rendered, raw: await deps.destination.print(composed) } }
}

/** The result of a failure in this program: nothing was sent. */
export const failedAttempt = (error: unknown): SendResult => {
  const why = error instanceof Error ? error.message : String(error)
  return error instanceof StoreUnavailable
    ? { result: 'no session', why, obstacle: null }
    : { result: 'cut', written: false, why }
}

/** Builds links from PUBLIC_URL alone, never from a request. */
function mailOf(
  { template, email, tokens, data: { quizType, step } }: ClaimedMail,
  publicUrl: string,
): Mail {
  const links = {
    unsubscribeUrl: `${publicUrl}/unsubscribe/${tokens.unsubscribe}`,
    meUrl: `${publicUrl}/me/${tokens.me}`,
  }
  if (template === 'confirm')
    return {
      template,
      email,
      confirmUrl: `${publicUrl}/confirm/${tokens.confirm}`,
      ...links,
      ...(quizType && { quizType }),
    }
  if (template === 'welcome') return { template, email, ...links, ...(quizType && { quizType }) }
  // The planner queues each step with its name and type (sequence/planner.ts).
  return template === 'sequence'
    ? { template, email, step: step!, quizType: quizType!, ...links }
    : { template, email, ...links }
}

async function readCurrent({ db }: Store, { id, owner }: ClaimedMail) {
  const row = await db
    .selectFrom('outbox')
    .innerJoin('people', 'people.id', 'outbox.person_id')
    .leftJoin('sequence_places', 'sequence_places.person_id', 'people.id')
    .select([
      'outbox.id',
      'outbox.template',
      'outbox.created_at',
      'outbox.data',
      'outbox.priority',
      'people.state',
      'people.left_at',
      'sequence_places.mail_id as stepMail',
    ])
    .where('outbox.id', '=', id)
    .where('outbox.lease_owner', '=', owner)
    .where('outbox.state', '=', 'sending')
    .executeTakeFirst()
  return row && { ...row, data: JSON.parse(row.data) as MailData }
}
