import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { campaign } from '#campaign'
import { openBounceMailbox } from '#server/bounces/read-mailbox.ts'
import { openClock } from '#server/clock/clock.ts'
import { atPort, root, type Config } from '#server/config/config.ts'
import type { Log } from '#server/config/log.ts'
import { readSecrets, type Secrets } from '#server/config/secrets.ts'
import { storeGoal } from '#server/counts/count.ts'
import { operatorMailRenderers } from '#server/dashboard/operator-mail-renderers.ts'
import { journalPath } from '#server/db/journal-file.ts'
import { keepCampaign } from '#server/db/campaign-of-store.ts'
import { openStore } from '#server/db/open.ts'
import { keepTypes } from '#server/quiz/kept-types.ts'
import { typesOf } from '#contract/quiz/quiz.ts'
import { noteServerAddress } from '#server/db/running-server.ts'
import { migrating, StoreUnavailable, type OpenOptions, type Store } from '#server/db/store.ts'
import { watchQueue } from '#server/delivery/queue-facts.ts'
import { startMailWorker } from '#server/delivery/worker.ts'
import { openCountBatcher } from '#server/events/event-routes.ts'
import { readAssets } from '#server/http/bodies.ts'
import { builtBundles, clientFolders, type Bundles } from '#server/http/bundles.ts'
import { openPort, type OpenedPort } from '#server/http/listen.ts'
import { openMetrics } from '#server/http/metrics.ts'
import { openImportWorker } from '#server/imports/import-job.ts'
import { serverName } from '#server/imports/import-run.ts'
import { openLaunchCache, sequenceInLaunch, type LaunchCache } from '#server/launch/launch-cache.ts'
import { logLateLetters } from '#server/letters/outcomes.ts'
import { wrongSender } from '#server/letters/check.ts'
import { openLetterPlanner } from '#server/letters/states.ts'
import { beginLine } from '#server/line/begin.ts'
import { campaignLine } from '#server/line/enter.ts'
import { grantPiecesEarlier } from '#server/offers/grants.ts'
import { compareJournal } from '#server/people/compare-journal.ts'
import { openPlanner } from '#server/sequence/planner.ts'
import { openJoinBatcher } from '#server/signup/sign-up.ts'
import { buildApp, type AppDeps } from './app.ts'
import { startJobs, type JobDeps } from './jobs.ts'

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
  const { log, now = Date.now } = options
  const dataDir = resolve(config.dataDir)
  const where = config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir }
  let secrets: Secrets | undefined
  const store = await openStore(where, {
    log,
    role: 'server',
    // Read after the store is open, because the first start creates the file in the data folder.
    journalKey: () => secrets![0],
    migrations: options.migrations,
  })
  try {
    secrets = readSecrets({ ...config, dataDir })
    await keepCampaign(store, {
      served: campaign.name,
      place: config.databaseUrl ? 'the database' : dataDir,
    })
    await keepTypes(store, typesOf(campaign.quiz))
    return await serve(opened, { store, secrets, config, log, now }, options)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function serve(
  { port, listen }: OpenedPort,
  given: Given,
  options: StartOptions,
): Promise<RunningServer> {
  const opened = await openParts(given, port)
  const { store, config, log, now, launch } = opened
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
      const { mails, jobs } = workers
      await Promise.all([mails, writers.letters, writers.imports, jobs].map((one) => one.stop()))
      await writers.planner.stop()
      await forgetAddress()
      await store.close()
      clearTimeout(cut)
    },
  }
}

type Given = { store: Store; secrets: Secrets; config: Config; log: Log; now: () => number }
type Opened = Awaited<ReturnType<typeof openParts>>

/** What the parts of the server share. */
async function openParts(given: Given, port: number) {
  const { store, config, log, now } = given
  const clock = await openClock({ store, port, now, log })
  const { calendar, mayDeliver } = clock
  const launch = await openLaunchCache({ store, shop: campaign.launch.shop, log, now: calendar })
  const sequence = sequenceInLaunch(campaign.sequence, launch.periods, calendar)
  return {
    ...given,
    clock,
    calendar,
    mayDeliver,
    launch,
    sequence,
    metrics: openMetrics(watchQueue(store.db, { config, sequence }, now), clock.isDoubtful),
    /** Replaced once the workers run: they need the bundles, which the app opens. */
    nudges: { mail() {} },
  }
}

type Writers = ReturnType<typeof openWriters>

/**
 * What queues mails: the planners, and the batchers of sign-ups and page events, whose commits many
 * visitors share. `rowsPerCommit`: the most sign-ups in one commit.
 */
function openWriters(opened: Opened, rowsPerCommit: number | undefined) {
  const { store, config, now, clock, sequence, metrics, nudges } = opened
  const mailQueued = () => nudges.mail()
  return {
    planner: openPlanner({
      store,
      sequence,
      now,
      isTrusted: clock.isTrusted,
      queued(steps) {
        for (const step of steps) metrics.sequenceSteps.inc({ step })
        mailQueued()
      },
    }),
    imports: openImportWorker({
      ...opened,
      dataDir: config.dataDir,
      server: serverName(config.port),
    }),
    letters: openLetterPlanner({
      store,
      now,
      isTrusted: clock.isTrusted,
      maySend: () => wrongSender(config.publicUrl).length === 0,
      queued: mailQueued,
      late: (ids) => logLateLetters(opened, ids),
    }),
    batchers: {
      joinBatcher: openJoinBatcher({
        store,
        optIn: config.optIn,
        now,
        calendar: clock.calendar,
        rowsPerCommit,
        committed(rows) {
          metrics.commitRows.observe(rows)
          mailQueued()
        },
      }),
      countBatcher: openCountBatcher(store, now),
    },
  }
}

/** What the start does first, and jobs where the store did not answer then. */
type Begun = Pick<JobDeps, 'startLine' | 'compareJournal'>

async function openApp(
  { secrets, sequence, nudges, ...opened }: Opened,
  { batchers, letters, planner, imports }: Writers,
  { development = false, dist = join(root, 'dist', campaign.name), fetchFromAws }: StartOptions,
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
        : builtBundles(dist),
    assets: development ? new Map() : await readAssets(clientFolders(dist)),
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
    renderMail: async (language, mail) =>
      (await bundles.mails(language)).renderMail(mail, config.figures),
    renderLetter: async (language, text, recipient) =>
      (await bundles.mails(language)).renderLetter(text, recipient),
    operatorMails: operatorMailRenderers({ store, bundles, publicUrl: config.publicUrl, now }),
    random: Math.random,
  })
  nudges.mail = mails.nudge
  const mailbox = openBounceMailbox({ store, secrets, config, log, metrics, now })
  const jobs = startJobs({
    ...opened,
    mailQueued: mails.nudge,
    secretKey: secrets[0],
    planner,
    letters,
    imports,
    mailbox,
    ...begun,
  })
  return { mails, mailbox, jobs }
}

const cutRequests = (app: FastifyInstance, log: Log) =>
  setTimeout(() => {
    log.warn({}, 'requests still in flight were cut')
    app.server.closeAllConnections()
  }, finishMs)
