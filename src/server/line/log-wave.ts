import type { Store } from '#server/db/open.ts'
import type { WaveToInvite } from './waves.ts'
import { logged } from '#server/acts/action-log.ts'

/** Logs an invitation of the dashboard or of `npm run waves`, and runs it. */
export const logWave = <Result extends { outcome: string }>(
  store: Store,
  {
    act: { spots, until, quizType },
    operator,
  }: { act: Omit<WaveToInvite, 'by'>; operator: string },
  now: number,
  run: () => Promise<Result>,
): Promise<Result & { actId: string }> =>
  logged(
    store,
    {
      operator,
      action: 'invite-wave',
      details: {
        spots,
        until: `${new Date(until).toISOString().slice(0, 16)}Z`,
        ...(quizType !== null && { type: quizType }),
      },
    },
    now,
    run,
  )
