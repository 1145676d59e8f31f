import type { OutcomeRow } from '#contract/mail-screens.ts'
import type { MailSummary } from '#contract/overview.ts'
import { ended } from '#server/delivery/outcome-counts.ts'
import type { Stop, StopKind } from '#server/delivery/stops.ts'
import type { Destination } from '#server/delivery/transport.ts'
import type { MailReport } from '#server/ops/mail-status.ts'

/** Counts of the overview end here: its cost must not grow with the queue. */
export const mostMailsCounted = 2_000

const delays: readonly StopKind[] = ['budget', 'domains']
export const isDelay = ({ kind }: Stop): boolean => delays.includes(kind)

/** DASH-3: the mail plate. */
export function mailSummaryOf(
  { queue }: Pick<MailReport, 'queue'>,
  providers: readonly OutcomeRow[],
  destination: Destination['kind'],
): MailSummary {
  const [worst] = queue.stops.toSorted((a, b) => Number(isDelay(a)) - Number(isDelay(b)))
  const isMore = queue.ready >= mostMailsCounted
  const accepted = providers.some((provider) => provider.accepted > 0)
  const quiet = accepted ? 'sending' : 'idle'
  return {
    state: worst
      ? isDelay(worst)
        ? 'delayed'
        : 'stopped'
      : destination === 'dev mails'
        ? 'kept'
        : quiet,
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
