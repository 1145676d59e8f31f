import type { Store } from '#server/db/open.ts'
import type { LaunchAct, MoveEnd } from './acts.ts'
import { logged, type ActToLog } from '#server/acts/action-log.ts'

/** Logs an act of the dashboard or of `npm run launch`, and runs it. */
export const logLaunchAct = <Result extends { outcome: string }>(
  store: Store,
  { act, operator }: { act: LaunchAct | MoveEnd; operator: string },
  now: number,
  run: () => Promise<Result>,
): Promise<Result & { actId: string }> => logged(store, { operator, ...toLog(act) }, now, run)

function toLog(act: LaunchAct | MoveEnd): Pick<ActToLog, 'action' | 'details'> {
  if (act.act === 'move-end')
    return {
      action: 'move-offer-end',
      details: { offer: act.offer, ...times({ to: act.endsAt }) },
    }
  const action = `${act.act}-launch` as const
  if (act.act === 'cancel') return { action }
  if (!('until' in act)) return { action, details: times({ at: act.at }) }
  const { at, until, listFirstUntil, eraseAt } = act
  return {
    action,
    details: times({ at, until, 'the list first until': listFirstUntil, 'erased on': eraseAt }),
  }
}

const times = (named: Record<string, number | null | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(named).flatMap(([name, ms]) =>
      typeof ms === 'number' ? [[name, `${new Date(ms).toISOString().slice(0, 16)}Z`]] : [],
    ),
  )
