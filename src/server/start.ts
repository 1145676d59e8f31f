import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { campaign } from '#campaign/campaign.ts'
import { paths } from '#contract/api.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { RenderOperatorMail } from '#contract/render.ts'
import { navigation } from '#contract/screens.ts'
import { buildApp, type AppDeps } from './app.ts'
import { openMailboxReader, type MailboxDeps, type MailboxReader } from './bounces/read-mailbox.ts'
import { readBounceMailbox } from './config/bounce-mailbox.ts'
import type { Config } from './config/config.ts'
import type { Log } from './config/log.ts'
import { root } from './config/root.ts'
import type { Secrets } from './config/secret-list.ts'
import { readSecrets } from './config/secrets.ts'
import { renderSignInMail } from './dashboard/sign-in-mail.ts'
import { migrating } from './db/postgres.ts'
import { openStore, StoreUnavailable, type OpenOptions, type Store } from './db/open.ts'
import { startOperatorMails, type OperatorMailRenderers } from './delivery/operator-mails.ts'
import { watchQueue } from './delivery/queue-facts.ts'
import { startMailWorker } from './delivery/worker.ts'
import { openCountBatcher } from './events/counts.ts'
import { readAssets } from './http/assets.ts'
import { builtBundles, type Bundles } from './http/bundles.ts'
import { listen, requireFreePort } from './http/listen.ts'
import { openMetrics, type Metrics } from './http/metrics.ts'
import { startJobs } from './jobs.ts'
import { openLaunchCache, type LaunchCache } from './launch/launch-cache.ts'
import { sequenceInLaunch } from './launch/sequence-in-launch.ts'
import { openLetterPlanner } from './letters/planner.ts'
import { renderLetterTest } from './letters/test-mail.ts'
import { storeGoal } from './offers/goal.ts'
import { beginLine } from './line/begin-line.ts'
import { campaignLine } from './line/change-line.ts'
import { grantPiecesEarlier } from './offers/grant-earlier.ts'
import { openMailTokens } from './outbox/mail-tokens.ts'
import { openSaveBatcher } from './quiz/save-batch.ts'
import { openPlanner } from './sequence/planner.ts'
import { openSequenceBatcher } from './sequence/start-sequences.ts'
import { createOnceToken } from './signup/once-requests.ts'
import { openConfirmBatcher } from './signup/confirm-batch.ts'
import { openJoinBatcher } from './signup/join.ts'

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
  await requireFreePort(config)
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
    fetchFromAws,
  }: StartOptions,
): Promise<RunningServer> {
  const launch = await openLaunchCache({ store, log, now })
  const sequence = sequenceInLaunch(campaign.sequence, launch.periods, now)
  const metrics = openMetrics(watchQueue(store.db, { config, sequence }, now))
  // Replaced once the worker runs: it needs the bundles, which the app opens.
  let mailQueued = () => {}
  const planner = openPlanner({
    store,
    sequence,
    now,
    queued(steps) {
      for (const step of steps) metrics.sequenceSteps.inc({ step })
      mailQueued()
    },
  })
  const letters = openLetterPlanner({ store, now, queued: () => mailQueued() })
  const batchers = openBatchers({
    store,
    optIn: config.optIn,
    sequence,
    now,
    metrics,
    rowsPerCommit,
    mailQueued: () => mailQueued(),
    stepsDue: planner.nudge,
  })
  let operatorMailQueued = () => {}
  const { app, pages, bundles } = await buildApp({
    config,
    secrets,
    campaign: { ...campaign, sequence },
    store,
    launch,
    ...batchers,
    mailQueued: () => mailQueued(),
    operatorMailQueued: () => operatorMailQueued(),
    letterChanged: letters.nudge,
    metrics,
    log,
    now,
    cached: !development,
    fetchFromAws,
    openBundles: async (server) =>
      development
        ? (await import('./http/development.ts')).developmentBundles(server)
        : builtBundles(dist),
    assets: development ? new Map() : await readAssets(join(dist, 'client')),
  })
  const startLine = () =>
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
  await startLine().catch(untilStoreAnswers(log))
  await grantPiecesEarlier(store, now()).catch(untilStoreAnswers(log))
  await store.transact((trx) => storeGoal(trx, now())).catch(untilStoreAnswers(log))
  const prerendering = await pages.startPrerendering()
  await listen(app, config)
  const worker = startMailWorker({
    store,
    secretKey: secrets[0],
    secrets,
    log,
    metrics,
    config,
    sequence,
    stepEnded: planner.nudge,
    renderMail: async (mail) => (await bundles.mails()).renderMail(mail),
    renderLetter: async (text, recipient) => (await bundles.mails()).renderLetter(text, recipient),
    now,
    random: Math.random,
  })
  mailQueued = () => worker.nudge()
  const operatorMails = startOperatorMails({
    store,
    config,
    renderers: operatorMailRenderers({ store, bundles, publicUrl: config.publicUrl, now }),
    log,
    metrics,
    now,
  })
  operatorMailQueued = operatorMails.nudge
  const mailbox = openBounceMailbox({ store, secrets, config, log, metrics, now })
  const jobs = startJobs({
    store,
    config,
    operatorMailQueued: operatorMails.nudge,
    launch,
    secretKey: secrets[0],
    log,
    now,
    timeZone: campaign.timeZone,
    sequence,
    planner,
    letters,
    mailbox,
    startLine,
  })

  return {
    app,
    store,
    launch,
    port: (app.server.address() as { port: number }).port,
    async stop() {
      const cut = setTimeout(() => {
        log.warn({}, 'requests still in flight were cut')
        app.server.closeAllConnections()
      }, finishMs)
      prerendering.stop()
      launch.stop()
      mailbox?.stop()
      await app.close()
      await Promise.all(Object.values(batchers).map((batcher) => batcher.idle()))
      await Promise.all([worker.stop(), operatorMails.stop(), letters.stop(), jobs.stop()])
      await planner.idle()
      await store.close()
      clearTimeout(cut)
    },
  }
}

/**
 * A store that is away at the start does not keep the page from being served: a job grants the
 * pieces, and the next confirmation notes the goal.
 */
const untilStoreAnswers = (log: Log) => (error: unknown) => {
  if (!(error instanceof StoreUnavailable)) throw error
  log.warn({ reason: error.message }, 'earlier confirmations are looked through later')
}

const openBounceMailbox = ({
  config,
  secrets,
  ...deps
}: Pick<MailboxDeps, 'store' | 'log' | 'metrics' | 'now'> & {
  config: Config
  secrets: Secrets
}): MailboxReader | null =>
  config.bounceMailbox === undefined
    ? null
    : openMailboxReader({
        ...deps,
        mailbox: readBounceMailbox(config.bounceMailbox),
        tokens: openMailTokens(secrets),
      })

function operatorMailRenderers({
  bundles,
  ...deps
}: {
  bundles: Bundles
  store: Store
  publicUrl: string
  now: () => number
}): OperatorMailRenderers {
  const render: RenderOperatorMail = async (mail) =>
    (await bundles.mails()).renderOperatorMail(mail)
  const overviewUrl = `${deps.publicUrl}${navigation.overview.path}`
  return {
    'sign-in': ({ email }) => renderSignInMail({ ...deps, render }, email),
    alert: ({ data }) => render({ template: 'alert', url: overviewUrl, ...data }),
    'once-confirm': async ({ email, data: { requestId } }) => {
      const token = await createOnceToken(deps.store, requestId, deps.now())
      const url = `${deps.publicUrl}${paths.tellOnce}/${token}`
      return token === null ? null : render({ template: 'once-confirm', url, email })
    },
    once: ({ email }) => render({ template: 'once', url: `${deps.publicUrl}/`, email }),
    'letter-test': async ({ email, data: { letterId } }) =>
      renderLetterTest(
        deps.store.db,
        { letterId, email },
        { mails: await bundles.mails(), publicUrl: deps.publicUrl },
      ),
  }
}

/** The writers of the five requests that visitors make most. */
const openBatchers = ({
  store,
  optIn,
  sequence,
  now,
  metrics,
  rowsPerCommit,
  mailQueued,
  stepsDue,
}: {
  store: Store
  optIn: Config['optIn']
  sequence: Campaign['sequence']
  now: () => number
  metrics: Metrics
  rowsPerCommit: number | undefined
  mailQueued: () => void
  stepsDue: () => void
}) => ({
  joinBatcher: openJoinBatcher({
    store,
    optIn,
    now,
    rowsPerCommit,
    committed(rows) {
      metrics.commitRows.observe(rows)
      mailQueued()
    },
  }),
  confirmBatcher: openConfirmBatcher({
    store,
    now,
    confirmed() {
      stepsDue()
      mailQueued()
    },
  }),
  countBatcher: openCountBatcher(store, now),
  saveBatcher: openSaveBatcher({ store, optIn, now, committed: mailQueued }),
  sequenceBatcher: openSequenceBatcher({
    store,
    sequence,
    now,
    committed: stepsDue,
  }),
})
