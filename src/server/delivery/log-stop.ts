import type { Log } from '#server/config/log.ts'
import type { StopStarted } from './queue-state.ts'

export function logStop(log: Log, stop: StopStarted): void {
  if ('paused' in stop) log.error({ reason: stop.paused }, 'mail is paused')
  else if ('checking' in stop)
    log.warn({ reason: stop.checking }, 'mail waits until one to another domain is answered')
  else log.error({ trouble: stop.trouble.obstacle, reason: stop.trouble.reason }, 'no mail is sent')
}
