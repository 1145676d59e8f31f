import './node-version.ts'
import { readConfig, type Config } from './config.ts'
import { openLog } from './log.ts'
import { startServer } from './start.ts'
import { StartRefused } from './store/open.ts'

/** From the signal to the exit, whatever still hangs. */
const stopDeadlineMs = 9_500
const log = openLog()

const read = readConfig(process.env)
if (read.ok) await run(read.config)
else refuse(read.problems)

async function run(config: Config): Promise<void> {
  const server = await startServer(config, { log, development: process.argv.includes('--dev') }).catch((error: unknown) => {
    if (!(error instanceof StartRefused)) throw error
    refuse([error.message])
  })
  const page = `http://${config.host.includes(':') ? `[${config.host}]` : config.host === '0.0.0.0' ? 'localhost' : config.host}:${server.port}`
  log.info({}, `The page: ${config.publicUrl.endsWith(`:${config.port}`) ? page : config.publicUrl}`)
  if (!config.smtpUrl && config.loopback) log.info({}, `Mails are kept and shown at ${page}/dev/mails until SMTP_URL is set`)
  if (!config.smtpUrl && !config.loopback) log.warn({}, 'PUBLIC_URL is public, but SMTP_URL is not set: mails are kept unsent and nobody can confirm. Set SMTP_URL.')

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, async () => {
    setTimeout(() => process.exit(1), stopDeadlineMs).unref()
    await server.stop()
    process.exit(0)
  })
}

/** One sentence a problem on standard error, no stack trace. */
function refuse(sentences: readonly string[]): never {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
