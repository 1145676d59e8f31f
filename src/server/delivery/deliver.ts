import type { Mail, RenderMail } from '#contract/render.ts'
import type { SequenceCopy } from '#contract/sequence.ts'
import { isQuiet } from '#server/sequence/quiet-hours.ts'
import { StoreUnavailable, type Store } from '#server/db/open.ts'
import type { ClaimedMail } from './claim.ts'
import { composeMail } from './message.ts'
import type { SendEnd } from './outcome.ts'
import { priorities, type MailData } from '#server/outbox/outbox.ts'
import type { Outlet } from './outlet.ts'
import { unwanted } from './wanted.ts'

export type Delivery =
  | { did: 'send'; end: SendEnd }
  | { did: 'keep'; rendered: object }
  | { did: 'cancel'; reason: string }
  /** it goes later, or with other words: nothing was handed over */
  | { did: 'return' }
  /** the row is no longer ours */
  | { did: 'nothing' }

export type DeliverDeps = {
  store: Store
  renderMail: RenderMail
  outlet: Exclude<Outlet, { kind: 'kept' }>
  sequence: SequenceCopy | null
  publicUrl: string
  mailFrom: string
  now: () => number
}

/** Renders one claimed mail, asks once more whether it is wanted, and hands it over. */
export async function deliver(
  deps: DeliverDeps,
  claimed: ClaimedMail,
  signal: AbortSignal,
): Promise<Delivery> {
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
  const reason = unwanted(current, current, deps.sequence)
  if (reason) return { did: 'cancel', reason }
  const becameQuiet =
    current.priority === priorities.later &&
    deps.sequence !== null &&
    isQuiet(deps.now(), deps.sequence)
  if (becameQuiet || current.data.quizType !== claimed.data.quizType) return { did: 'return' }
  if (deps.outlet.kind === 'server')
    return { did: 'send', end: await deps.outlet.transport.send(composed, signal) }
  return { did: 'keep', rendered: { ...rendered, raw: await deps.outlet.print(composed) } }
}

/** Links are built from PUBLIC_URL alone, never from a request. */
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
  // Queued with both: see sequence/planner.ts.
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

/** What a failure on our own side means for the mail: nothing was handed over. */
export const failureEnd = (error: unknown): SendEnd => {
  const why = error instanceof Error ? error.message : String(error)
  return error instanceof StoreUnavailable
    ? { end: 'unreachable', why, obstacle: null }
    : { end: 'cut', written: false, why }
}
