import type { DoctorRun } from '#contract/doctor.ts'
import { findInMailbox } from '#server/bounces/find-in-mailbox.ts'
import { readBounceMailbox } from '#server/config/bounce-mailbox.ts'
import type { Config } from '#server/config/config.ts'
import type { Store } from '#server/db/store.ts'
import { storeRun } from './doctor-runs.ts'
import { runDoctor, type DoctorDeps } from './run-doctor.ts'

export type DoctorConfig = Pick<
  Config,
  'smtpUrl' | 'publicUrl' | 'loopback' | 'trustedProxies' | 'mailFrom'
> &
  Partial<Pick<Config, 'bounceAddress' | 'bounceMailbox'>> &
  Pick<DoctorDeps, 'dnsServers'>

/** Longer than the doctor takes: a run that is older was cut. */
export const mostDoctorMs = 2 * 60_000

/** Runs the doctor with the server's settings, and stores the result for the dashboard. */
export async function askDoctor(
  store: Store,
  config: DoctorConfig,
  now: () => number,
): Promise<DoctorRun> {
  const { bounceAddress, bounceMailbox, dnsServers } = config
  const mailbox = bounceMailbox === undefined ? null : readBounceMailbox(bounceMailbox)
  const run = await runDoctor({
    config,
    bounceAddress,
    dnsServers,
    findInMailbox: mailbox && ((token) => findInMailbox(mailbox, token)),
    now,
  })
  await storeRun(store, run)
  return run
}
