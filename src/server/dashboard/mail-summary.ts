import { ended, type OutcomeRow } from '#server/delivery/outcome-counts.ts'
import type { Stop, StopKind } from '#server/delivery/stops.ts'
import type { Destination } from '#server/delivery/transport.ts'
import type { MailReport } from '#server/ops/mail-status.ts'

/** Counts of the overview end here: its cost must not grow with the queue. */
export const mostMailsCounted = 2_000

const delays: readonly StopKind[] = ['budget', 'domains']
export const isDelay = ({ kind }: Stop): boolean => delays.includes(kind)

/** `kept`: mails are stored and shown on this machine; `idle`: none was accepted yet. */
type MailState = 'sending' | 'delayed' | 'stopped' | 'kept' | 'idle'

/**
 * DASH-3: the mail plate. `isMore`: there are more than were counted. `lastLeavesAtMs`: of the ready
 * mails, if they wait for the budget of an hour. `bounced`: no such address, by the mail server's answer
 * or by a later report about a mail that was accepted.
 */
export function mailSummaryOf(
  { queue }: Pick<MailReport, 'queue'>,
  providers: readonly OutcomeRow[],
  destination: Destination['kind'],
) {
  const [worst] = queue.stops.toSorted((a, b) => Number(isDelay(a)) - Number(isDelay(b)))
  const isMore = queue.ready >= mostMailsCounted
  const accepted = providers.some((provider) => provider.accepted > 0)
  const unstopped = destination === 'dev mails' ? 'kept' : accepted ? 'sending' : 'idle'
  const state: MailState = worst ? (isDelay(worst) ? 'delayed' : 'stopped') : unstopped
  return {
    state,
    sinceMs: worst?.since ?? null,
    ready: queue.ready,
    isMore,
    lastLeavesAtMs: isMore || worst ? null : queue.lastLeavesAt,
    providers: providers.map((counts) => ({
      provider: counts.provider,
      mails: ended(counts),
      accepted: counts.accepted,
      bounced: counts.bounced + counts.returned,
      refused: counts.refused,
    })),
  }
}
