import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { OperatorNotice } from '#contract/operator-mails.ts'
import { operatorMs } from '#contract/operator-times.ts'
import type { Config } from '#server/config/config.ts'
import { takeJobLease } from '#server/db/locks.ts'
import { readMeta, writeMeta } from '#server/db/meta.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Store } from '#server/db/store.ts'
import { destinationKind, type DestinationConfig } from '#server/delivery/transport.ts'
import { queueOperatorMail } from '#server/outbox/operator-mails.ts'
import { readIncidents, type Incident } from './incidents.ts'

/** At most one mail in this time. */
export const alertEveryMs = operatorMs('alerts')

/**
 * The incidents to mail now, and the state after it. An incident is mailed once while it lasts.
 * An incident that begins less than an hour after a mail waits for the next mail.
 */
export function nextAlert(
  incidents: readonly Incident[],
  { mailedAt, told }: AlertState,
  now: number,
): { notices: OperatorNotice[]; state: AlertState } {
  const known = new Map(told.map((one) => [one.id, one]))
  const current = incidents.map(({ key, notice }) => {
    const id = `${key} ${notice.sinceMs ?? ''}`.trim()
    const before = known.get(id)
    const sinceMs = notice.sinceMs ?? before?.sinceMs ?? now
    return { id, sinceMs, isMailed: before?.isMailed ?? false, notice: { ...notice, sinceMs } }
  })
  const untold = current.filter(({ isMailed }) => !isMailed)
  // A time in the future was written by a clock that was ahead.
  const mayMail = mailedAt === null || mailedAt > now || now - mailedAt >= alertEveryMs
  const isMailing = mayMail && untold.length > 0
  return {
    notices: isMailing ? untold.map(({ notice }) => notice) : [],
    state: {
      mailedAt: isMailing ? now : mailedAt,
      told: current.map(({ id, sinceMs, isMailed }) => ({
        id,
        sinceMs,
        isMailed: isMailed || isMailing,
      })),
    },
  }
}

export type AlertConfig = DestinationConfig & Pick<Config, 'operators' | 'dataDir'>

/**
 * Mails the operators, not the readers, what needs them. Several servers send one mail. Returns
 * whether mails were queued.
 */
export async function alertOperators(
  store: Store,
  config: AlertConfig,
  now: number,
  calendar: number = now,
): Promise<boolean> {
  const operators = config.operators.filter(({ role }) => role === 'operator')
  if (operators.length === 0 || destinationKind(config) === 'none') return false
  const incidents = await readIncidents(store.db, config, now, calendar)
  const before = await readAlertState(store.db)
  if (isSame(nextAlert(incidents, before, now).state, before)) return false
  return store.transact(async (trx) => {
    const lease = { name: 'operator alerts', owner: randomUUID() }
    if (!(await takeJobLease(trx, lease, now))) return false
    const { notices, state } = nextAlert(incidents, await readAlertState(trx), now)
    await saveAlertState(trx, state)
    if (notices.length === 0) return false
    for (const { email } of operators)
      await queueOperatorMail(trx, { email, template: 'alert', data: { notices } }, now)
    return true
  })
}

const isSame = (a: AlertState, b: AlertState) => JSON.stringify(a) === JSON.stringify(b)

/** The lasting incidents, with their start (ms) and whether they were mailed; the last mail's time. */
type AlertState = {
  mailedAt: number | null
  told: readonly { id: string; sinceMs: number; isMailed: boolean }[]
}

async function readAlertState(db: Kysely<Schema>): Promise<AlertState> {
  const value = await readMeta(db, 'operator alerts')
  return value === null ? { mailedAt: null, told: [] } : (JSON.parse(value) as AlertState)
}

const saveAlertState = (trx: Kysely<Schema>, state: AlertState) =>
  writeMeta(trx, 'operator alerts', JSON.stringify(state))
