import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { contactToFill } from '#contract/campaign/contact-to-fill.ts'
import { isSettled, openInWords, reportFigures } from '#contract/figures/report.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import {
  readConfig,
  describeMisspelt,
  isPublicAddress,
  type Config,
} from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { describeStop } from '#server/delivery/describe-stop.ts'
import { noServerStop } from '#server/delivery/stops.ts'
import { destinationKind } from '#server/config/destination.ts'
import { startServer, type RunningServer } from './start.ts'

/** The longest time from the signal to the exit. */
const stopDeadlineMs = 9_500

/**
 * Runs the server as a process: reads the settings, logs its URLs, and stops on SIGTERM or SIGINT.
 */
export async function runServer({ development }: { development: boolean }): Promise<void> {
  const read = readConfig(process.env)
  if (!read.ok) return refuse(read.problems)
  const log = openLog()
  try {
    const server = await startServer(read.config, { log, development })
    announce(read.config, server)
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => void stop(server))
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    refuse([error.message])
  }

  function announce(config: Config, { port }: RunningServer) {
    const here = `http://${config.loopback ? new URL(config.publicUrl).hostname : 'localhost'}:${port}`
    log.info({}, `The page: ${config.loopback ? here : config.publicUrl}`)
    log.info(
      {},
      `The dashboard: ${config.loopback ? here : config.publicUrl}${navigation.overview.path}`,
    )
    if (config.operators.length === 0)
      log.info({}, 'To sign in to the dashboard, run: npm run dashboard -- sign-in')
    if (destinationKind(config) === 'dev mails')
      log.info({}, `Mails are kept and shown at ${here}/dev/mails until SMTP_URL is set`)
    for (const stop of noServerStop(config, null)) log.warn({}, describeStop(stop, Date.now()))
    for (const line of describeMisspelt(process.env)) log.warn({}, line)
    for (const line of unsettledFigures(config)) log.warn({}, line)
  }
}

async function stop(server: RunningServer): Promise<void> {
  setTimeout(() => process.exit(1), stopDeadlineMs).unref()
  await server.stop()
  process.exit(0)
}

/**
 * Prints one sentence for each problem to standard error, without a stack trace. A misspelt setting
 * may be the cause.
 */
function refuse(sentences: readonly string[]): void {
  for (const sentence of [...sentences, ...describeMisspelt(process.env)])
    process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

/**
 * LIVE-3, LANG-5: the warnings of the start while a public https page shows figures that are not
 * settled, or does not say who keeps the addresses.
 */
export function unsettledFigures(
  { publicUrl, figures: mode }: Pick<Config, 'publicUrl' | 'figures'>,
  shown: Campaign = campaign,
): string[] {
  if (!isPublicAddress(publicUrl)) return []
  const { open } = reportFigures(shown, { mode })
  return [
    isSettled(open)
      ? null
      : `The page is public with ${openInWords(open)}: npm run figures lists them`,
    contactToFill(shown),
  ].filter((line) => line !== null)
}
