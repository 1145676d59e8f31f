import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { campaign } from '#campaign/campaign.ts'
import type { Campaign } from '#contract/campaign.ts'
import { buildApp, type AppDeps } from './app.ts'
import { openBounceMailbox } from '#server/bounces/read-mailbox.ts'
import { openClock, type Clock } from './clock/clock.ts'
import { atPort, type Config } from './config/config.ts'
import type { Log } from './config/log.ts'
import { root } from '#server/config/config.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { readSecrets } from './config/secrets.ts'
import { operatorMailRenderers } from './dashboard/operator-mail-renderers.ts'
import { journalPath } from './db/journal-file.ts'
import { noteServerAddress } from '#server/db/running-server.ts'
import { openStore } from './db/open.ts'
import { migrating, StoreUnavailable, type OpenOptions, type Store } from './db/store.ts'
import { startOperatorMails } from './delivery/operator-mails.ts'
import { watchQueue } from './delivery/queue-facts.ts'
import { startMailWorker } from './delivery/worker.ts'
import { readAssets } from './http/bodies.ts'
import { builtBundles, type Bundles } from './http/bundles.ts'
import { openPort, type OpenedPort } from './http/listen.ts'
import { openMetrics, type Metrics } from './http/metrics.ts'
import { startJobs, type JobDeps } from './jobs.ts'
import { openLaunchCache, type LaunchCache } from './launch/launch-cache.ts'
import { sequenceInLaunch } from '#server/launch/launch-cache.ts'
import { storeGoal } from '#server/counts/count.ts'
import { compareJournal } from './people/compare-journal.ts'
import { beginLine } from './line/begin.ts'
import { campaignLine } from './line/enter.ts'
import { grantPiecesEarlier } from '#server/offers/grants.ts'
import { openWriters, type Writers } from './writers.ts'

export type StartOptions = {
  log: Log
  now?: () => number
  /** Vite renders and reloads the pages; otherwise `dist` is served */
  development?: boolean
  /** the folder of the build */
  dist?: string
  /** the most sign-ups in one commit; benchmarks compare with 1 */
  rowsPerCommit?: number
  /** tests replace Amazon SNS */
  fetchFromAws?: AppDeps['fetchFromAws']
  /** tests of an upgrade pass the migrations of a next version */
  migrations?: OpenOptions['migrations']
}

export type RunningServer = {
  port: number
  app: FastifyInstance
  store: Store
  launch: LaunchCache
  stop(): Promise<void>
}

/** Requests that still run this long after a stop are cut, so that the process ends within 10 s. */
const finishMs = 7_000

/**
 * Opens the store, then everything that needs it, then the port. Throws StartRefused with one
 * sentence for the operator.
 */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  const opened = await openPort(config)
  try {
    return await startAt(opened, atPort(config, opened.port), options)
  } catch (error) {
    opened.release()
    throw error
  }
}

async function startAt(opened: OpenedPort, config: Config, options: StartOptions) {
  const dataDir = resolve(config.dataDir)
  const where = config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir }
  let secrets: Secrets | undefined
  const store = await openStore(where, {
    log: options.log,
    role: 'server',
    // Read after the store is open, because the first start creates the file in the data folder.
    journalKey: () => secrets![0],
    migrations: options.migrations,
  })
  try {
    secrets = readSecrets({ ...config, dataDir })
    return await serve(opened, { store, secrets, config }, options)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function serve(
  { port, listen }: OpenedPort,
  { store, secrets, config }: Pick<Opened, 'store' | 'secrets' | 'config'>,
  options: StartOptions,
): Promise<RunningServer> {
  const { log, now = Date.now } = options
  const clock = await openClock({ store, port, now, log })
  const { calendar, mayDeliver } = clock
  const launch = await openLaunchCache({
    store,
    shop: campaign.launch.shop,
    log,
    now: calendar,
  })
  const sequence = sequenceInLaunch(campaign.sequence, launch.periods, calendar)
  const metrics = openMetrics(watchQueue(store.db, { config, sequence }, now), clock.isDoubtful)
  const nudges = { mail() {}, operatorMail() {} }
  const opened = {
    store,
    secrets,
    config,
    log,
    now,
    clock,
    calendar,
    mayDeliver,
    launch,
    sequence,
    metrics,
    nudges,
  }
  const writers = openWriters(opened, options.rowsPerCommit)
  const { app, pages, bundles } = await openApp(opened, writers, options)
  const begun = {
    startLine: () => beginLineOf(opened),
    compareJournal: () =>
      compareJournal({ ...opened, path: journalPath(resolve(config.dataDir)), now: now() }),
  }
  await catchUp(opened, begun)
  const prerendering = await pages.startPrerendering()
  await listen(app)
  const forgetAddress = await noteServerAddress(store, config.publicUrl)
  log.info({}, `Listening on ${config.host}:${port}`)
  const workers = startWorkers(opened, writers, bundles, begun)
  return {
    app,
    store,
    launch,
    port,
    async stop() {
      const cut = cutRequests(app, log)
      prerendering.stop()
      launch.stop()
      workers.mailbox?.stop()
      await app.close()
      await Promise.all(Object.values(writers.batchers).map((batcher) => batcher.idle()))
      const { mails, operatorMails, jobs } = workers
      await Promise.all(
        [mails, operatorMails, writers.letters, writers.imports, jobs].map((one) => one.stop()),
      )
      await writers.planner.stop()
      await forgetAddress()
      await store.close()
      clearTimeout(cut)
    },
  }
}

/** The dependencies that the parts of the server share. */
type Opened = {
  store: Store
  secrets: Secrets
  config: Config
  log: Log
  now: () => number
  clock: Clock
  /** the clock's calendar: what a date decides follows it */
  calendar: () => number
  mayDeliver: () => boolean
  launch: LaunchCache
  sequence: Campaign['sequence']
  metrics: Metrics
  /** Replaced once the workers run: they need the bundles, which the app opens. */
  nudges: { mail: () => void; operatorMail: () => void }
}

/** What the start does first, and jobs where the store did not answer then. */
type Begun = Pick<JobDeps, 'startLine' | 'compareJournal'>

async function openApp(
  { secrets, sequence, nudges, ...opened }: Opened,
  { batchers, letters, planner, imports }: Writers,
  { development = false, dist = join(root, 'dist'), fetchFromAws }: StartOptions,
) {
  return buildApp({
    ...opened,
    secrets,
    campaign: { ...campaign, sequence },
    ...batchers,
    mailQueued: () => nudges.mail(),
    stepsDue: planner.nudge,
    confirmed() {
      planner.nudge()
      nudges.mail()
    },
    operatorMailQueued: () => nudges.operatorMail(),
    letterChanged() {
      letters.nudge()
      nudges.mail()
    },
    importChanged: imports.nudge,
    cached: !development,
    fetchFromAws,
    openBundles: async (server) =>
      development
        ? (await import('./http/development.ts')).developmentBundles(server)
        : builtBundles(dist, opened.config.figures),
    assets: development ? new Map() : await readAssets(join(dist, 'client')),
  })
}

const beginLineOf = ({ store, config, log, now }: Opened) =>
  beginLine(
    store,
    () =>
      openStore(
        { databaseUrl: config.databaseUrl! },
        { log, role: 'command', timeLimits: migrating },
      ),
    campaignLine,
    now(),
  )

/**
 * Enters earlier confirmations where they are missing. A store that is away at the start does not
 * keep the page from being served: a job grants the pieces, and the next confirmation notes the
 * goal.
 */
async function catchUp({ store, log, now, calendar }: Opened, begun: Begun) {
  const untilStoreAnswers = (error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error
    log.warn({ reason: error.message }, 'earlier confirmations are looked through later')
  }
  // First: it may take people off the list.
  await begun.compareJournal().catch(untilStoreAnswers)
  await begun.startLine().catch(untilStoreAnswers)
  await grantPiecesEarlier(store, calendar()).catch(untilStoreAnswers)
  await store.transact((trx) => storeGoal(trx, now())).catch(untilStoreAnswers)
}

/** Starts what runs without a request: the deliveries, the bounce mailbox, the jobs. */
function startWorkers(
  opened: Opened,
  { planner, letters, imports }: Writers,
  bundles: Bundles,
  begun: Begun,
) {
  const { store, secrets, config, log, now, metrics, nudges } = opened
  const mails = startMailWorker({
    ...opened,
    secretKey: secrets[0],
    stepEnded: planner.nudge,
    renderMail: async (mail) => (await bundles.mails()).renderMail(mail, config.figures),
    renderLetter: async (text, recipient) => (await bundles.mails()).renderLetter(text, recipient),
    random: Math.random,
  })
  nudges.mail = mails.nudge
  const renderers = operatorMailRenderers({ store, bundles, publicUrl: config.publicUrl, now })
  const operatorMails = startOperatorMails({ ...opened, secretKey: secrets[0], renderers })
  nudges.operatorMail = operatorMails.nudge
  const mailbox = openBounceMailbox({ store, secrets, config, log, metrics, now })
  const jobs = startJobs({
    ...opened,
    operatorMailQueued: operatorMails.nudge,
    secretKey: secrets[0],
    planner,
    letters,
    imports,
    mailbox,
    ...begun,
  })
  return { mails, operatorMails, mailbox, jobs }
}

const cutRequests = (app: FastifyInstance, log: Log) =>
  setTimeout(() => {
    log.warn({}, 'requests still in flight were cut')
    app.server.closeAllConnections()
  }, finishMs)
