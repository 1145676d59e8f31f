import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { campaign } from '#campaign/campaign.ts'
import { buildApp } from './app.ts'
import type { Config } from './config/config.ts'
import { openCountBatcher } from './events/counts.ts'
import { startJobs } from './jobs.ts'
import type { Log } from './config/log.ts'
import { watchQueue } from './delivery/queue-facts.ts'
import { startMailWorker } from './delivery/worker.ts'
import { openPlanner } from './sequence/planner.ts'
import { openSaveBatcher } from './quiz/saves.ts'
import { openSequenceBatcher } from './sequence/sequences.ts'
import { readSecrets, type Secrets } from './config/secrets.ts'
import { readAssets } from './http/assets.ts'
import { builtBundles } from './http/bundles.ts'
import { openMetrics } from './http/metrics.ts'
import { openStore, type OpenOptions, type Store } from './db/open.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { openJoinBatcher } from './signup/join-batcher.ts'

export type StartOptions = {
  log: Log
  now?: () => number
  /** Vite renders and reloads; else what the build wrote is served */
  development?: boolean
  /** the folder that the build wrote */
  dist?: string
  /** sign-ups in one commit at most; benchmarks set 1 to compare */
  rowsPerCommit?: number
  /** those of the next version, in a test of an upgrade */
  migrations?: OpenOptions['migrations']
}

export type RunningServer = {
  port: number
  app: FastifyInstance
  store: Store
  stop(): Promise<void>
}

const root = resolve(import.meta.dirname, '../..')
/** Requests that are still in flight this long after the stop are cut, so that the process ends within 10 s. */
const finishMs = 7_000

/** Opens the store, then everything that needs it, then the port. Throws StartRefused with one sentence for the operator. */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  const dataDir = resolve(config.dataDir)
  const where = config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir }
  const store = await openStore(where, {
    log: options.log,
    role: 'server',
    journalKey: () => secrets![0],
    migrations: options.migrations,
  })
  let secrets: Secrets | undefined
  try {
    secrets = readSecrets({ ...config, dataDir })
    return await serve(store, secrets, config, options)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function serve(
  store: Store,
  secrets: Secrets,
  config: Config,
  {
    log,
    now = Date.now,
    development = false,
    dist = join(root, 'dist'),
    rowsPerCommit,
  }: StartOptions,
): Promise<RunningServer> {
  const metrics = openMetrics(watchQueue(store.db, { config, sequence: campaign.sequence }, now))
  let mailQueued = () => {}
  const batch = openJoinBatcher({
    store,
    optIn: config.optIn,
    now,
    rowsPerCommit,
    committed(rows) {
      metrics.commitRows.observe(rows)
      mailQueued()
    },
  })
  const counts = openCountBatcher(store, now)
  const { sequence } = campaign
  const saves = openSaveBatcher({ store, optIn: config.optIn, now, committed: () => mailQueued() })
  const planner = openPlanner({
    store,
    sequence,
    now,
    queued(steps) {
      for (const step of steps) metrics.sequenceSteps.inc({ step })
      mailQueued()
    },
  })
  const sequences = openSequenceBatcher({ store, sequence, now, committed: planner.nudge })
  const { app, pages, bundles } = await buildApp({
    config,
    secrets,
    campaign,
    store,
    batch,
    counts,
    saves,
    sequences,
    confirmed() {
      planner.nudge()
      mailQueued()
    },
    metrics,
    log,
    now,
    cached: !development,
    openBundles: async (server) =>
      development
        ? (await import('./http/development.ts')).developmentBundles(server)
        : builtBundles(dist),
    assets: development ? new Map() : await readAssets(join(dist, 'client')),
  })
  const ahead = await pages.keepAhead()
  await app
    .listen({ host: config.host, port: config.port })
    .catch((error: NodeJS.ErrnoException) => {
      throw listenRefused(error, config)
    })
  const worker = startMailWorker({
    store,
    secretKey: secrets[0],
    log,
    metrics,
    config,
    sequence,
    stepEnded: planner.nudge,
    renderMail: async (mail) => (await bundles.mails()).renderMail(mail),
    now,
    random: Math.random,
  })
  mailQueued = () => worker.nudge()
  const jobs = startJobs({ store, secretKey: secrets[0], log, now, sequence, planner })

  return {
    app,
    store,
    port: (app.server.address() as { port: number }).port,
    async stop() {
      const cut = setTimeout(() => {
        log.warn({}, 'requests still in flight were cut')
        app.server.closeAllConnections()
      }, finishMs)
      ahead.stop()
      await app.close()
      await Promise.all([batch, counts, saves, sequences].map((gathering) => gathering.idle()))
      await Promise.all([worker.stop(), jobs.stop()])
      await planner.idle()
      await store.close()
      clearTimeout(cut)
    },
  }
}

function listenRefused(error: NodeJS.ErrnoException, { host, port }: Config): unknown {
  if (error.code === 'EADDRINUSE')
    return new StartRefused(
      `Port ${port} on ${host} is in use: stop the program that uses it, or set PORT to another one.`,
    )
  if (error.code === 'EACCES')
    return new StartRefused(
      `Port ${port} may not be opened by this user: set PORT to one from 1024 on.`,
    )
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartRefused(
      `HOST is '${host}', which is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all of them.`,
    )
  return error
}
