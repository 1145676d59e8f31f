import { campaign } from '#campaign/campaign.ts'
import { interfaceTexts } from '#campaign/interface-texts.ts'
import { navigation } from '#contract/screens.ts'
import { refusalOf } from '#contract/wrong-campaign.ts'
import { readConfig, type Config } from './config/config.ts'
import { openLog } from './config/log.ts'
import { describeMisspelt } from '#server/config/config.ts'
import { describeStop } from './delivery/describe-stop.ts'
import { noServerStop } from './delivery/stops.ts'
import { destinationKind } from './delivery/transport.ts'
import { startServer, type RunningServer } from './start.ts'
import { unsettledFigures } from './unsettled-figures.ts'
import { StartRefused } from '#server/config/start-refused.ts'

/** The longest time from the signal to the exit. */
const stopDeadlineMs = 9_500

/**
 * Runs the server as a process: reads the settings, logs its URLs, and stops on SIGTERM or SIGINT.
 */
export async function runServer({ development }: { development: boolean }): Promise<void> {
  const read = readConfig(process.env)
  if (!read.ok) return refuse(read.problems)
  const refusal = development ? refusalOf(campaign, interfaceTexts) : null
  if (refusal !== null) return refuse([refusal])
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
