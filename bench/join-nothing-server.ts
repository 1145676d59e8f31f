import { join, resolve } from 'node:path'
import { campaign } from '#campaign'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { openCountBatcher } from '#server/events/event-routes.ts'
import { openLog } from '#server/config/log.ts'
import { readSecrets } from '#server/config/secrets.ts'
import { builtBundles } from '#server/http/bundles.ts'
import { openLaunchCache } from '#server/launch/launch-cache.ts'
import { openMetrics } from '#server/http/metrics.ts'
import { openStore } from '#server/db/open.ts'
import { openBatcher } from '#server/db/batcher.ts'
import type { JoinResult, JoinRequest } from '#server/signup/sign-up.ts'

/** The real routes, guards and answers, and a batch of sign-ups that stores none of them. */
const read = readConfig(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))
const { config } = read
const dataDir = resolve(config.dataDir)
const log = openLog()
const now = Date.now
const store = await openStore({ dataDir }, { log, role: 'server', journalKey: () => secrets[0] })
const secrets = readSecrets({ ...config, dataDir })
const nothing = openBatcher<JoinRequest, JoinResult>({
  enter: async (requests) => requests.map(() => ({ outcome: 'accepted' })),
})
const { app } = await buildApp({
  config,
  secrets,
  campaign,
  store,
  log,
  now,
  metrics: openMetrics(),
  cached: true,
  assets: new Map(),
  joinBatcher: nothing,
  countBatcher: openCountBatcher(store, now),
  mailQueued() {},
  confirmed() {},
  stepsDue() {},
  importChanged() {},
  letterChanged() {},
  calendar: now,
  launch: await openLaunchCache({ store, shop: null, log, now }),
  openBundles: async () => builtBundles(join(import.meta.dirname, '../dist/fuel')),
})
await app.listen({ host: config.host, port: config.port })
process.on(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(store.close)
      .then(() => process.exit(0)),
)
