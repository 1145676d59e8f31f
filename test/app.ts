import { readConfig } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { startServer, type RunningServer, type StartOptions } from '#server/start.ts'
import { openStore } from '#server/db/open.ts'
import { type Store } from '#server/db/store.ts'
import { type Engine, freshDatabase, freshFolder, testSecret } from './fresh-store.ts'
import { requireFreshBuild } from './fresh-build.ts'
import { reservePort } from './reserved-port.ts'
import { silentLog } from './silent-log.ts'
import { timeLimits } from './time-limits.ts'

export type AppOptions = Partial<Omit<StartOptions, 'log'>> & {
  engine?: Engine
  /** settings beside a fresh store and a free port; limits are off unless this turns them on */
  env?: Record<string, string>
}

export type Mail = { to: string; subject: string; html: string; text: string; raw: string }

export type TestApp = {
  url: string
  server(): RunningServer
  /** A second look at the store, as the operator's commands have it. */
  store(): Promise<Store>
  /** The kept mails once there are `count` of them, oldest first. */
  mailbox(count: number): Promise<Mail[]>
  /** Those to one address, once there are `count` of them. */
  mailsTo(email: string, count?: number): Promise<Mail[]>
  /** Every line that was logged so far, as JSON texts. */
  log: string[]
  stop(): Promise<void>
  /** Again on the same port and store. */
  start(): Promise<void>
  /** Stops, and fails where the log holds an address or a link's token. */
  close(): Promise<void>
}

const idleMs = 300_000

/** The whole server in this process, on a fresh store and a port of its own. */
export async function startApp({
  engine = 'sqlite',
  env = {},
  ...options
}: AppOptions = {}): Promise<TestApp> {
  requireFreshBuild()
  const port = await reservePort()
  const dataDir = freshFolder()
  const database =
    engine === 'postgres'
      ? { DATABASE_URL: (await freshDatabase()).databaseUrl, SECRET_KEY: testSecret }
      : {}
  const read = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    LIMITS: 'off',
    ...database,
    ...env,
  })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { config } = read
  const log: string[] = []
  const start = async () => {
    const started = await startServer(config, {
      log: openLog({ write: (line: string) => void log.push(line) }),
      ...options,
    })
    // Server and client share this process. While it is busy, the client does not see that an idle
    // connection was closed, and an answer can take longer than the server waits between two bytes.
    Object.assign(started.app.server, { keepAliveTimeout: idleMs, timeout: idleMs })
    return started
  }
  let server = await start()
  let running = true
  let looking: Store | null = null
  const store = async () =>
    (looking ??= await openStore(
      config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: config.dataDir },
      { log: silentLog, role: 'command', timeLimits, journalKey: () => testSecret },
    ))
  const stop = async () => {
    if (running) await server.stop()
    running = false
  }

  return {
    url: `http://localhost:${port}`,
    server: () => server,
    store,
    log,
    stop,
    mailbox: async (count) => keptMails(await store(), count),
    mailsTo: async (email, count = 1) => keptMails(await store(), count, email),
    async start() {
      server = await start()
      running = true
    },
    async close() {
      await stop()
      await looking?.close()
      const leak = log.find((line) =>
        /[\w.+-]{3,}@[\w-]+\.[a-z]{2,}|\/(?:confirm|unsubscribe|me|sign-in)\/[\w-]{20,}/.test(line),
      )
      if (leak) throw new Error(`the log holds an address or a token: ${leak}`)
    },
  }
}

async function keptMails(store: Store, count: number, to?: string): Promise<Mail[]> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const kept = await store.db
      .selectFrom('outbox')
      .select(['email', 'rendered'])
      .where('state', '=', 'kept')
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    const rows = kept.filter(({ email }) => to === undefined || email === to)
    if (rows.length >= count)
      return rows.map(({ email, rendered }) => ({
        to: email,
        ...(JSON.parse(rendered ?? '{}') as Omit<Mail, 'to'>),
      }))
    if (Date.now() > deadline)
      throw new Error(`${rows.length} mails were kept, ${count} were expected`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
