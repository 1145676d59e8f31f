import Fastify, {
  type FastifyInstance,
  type FastifyPluginCallback,
  type FastifyRequest,
  type RouteHandlerMethod,
} from 'fastify'
import { paths } from '#contract/api.ts'
import type { Campaign } from '#contract/campaign.ts'
import { meActs, meDownload } from '#contract/me-pages.ts'
import { questionKeys } from '#contract/quiz.ts'
import { questionPath, quizPaths } from '#contract/quiz-pages.ts'
import { devMailRoutes } from '#server/delivery/dev-mails.ts'
import type { Config } from './config/config.ts'
import { countEvents, type EventDeps } from './events/event-routes.ts'
import type { Log } from './config/log.ts'
import { meAsk, meFile, mePage, mePost } from './people/me-routes.ts'
import { questionPage, resultPage, savedPage, savePost } from './quiz/page-routes.ts'
import { sendUnknownTable } from './quiz/rest-errors.ts'
import { quizResultRoutes, type SaveRouteDeps } from './quiz/save-routes.ts'
import { triggerSequence, type SequenceDeps } from './sequence/sequence-routes.ts'
import type { Secrets } from './config/secret-list.ts'
import { sendAsset, type Assets } from './http/assets.ts'
import { anyParser, formParser, jsonParser } from './http/body-parsers.ts'
import type { Bundles } from './http/bundles.ts'
import { answerErrors } from './http/errors.ts'
import { securityHeaders } from './http/headers.ts'
import { isTryingOut } from './http/local-request.ts'
import type { Metrics } from './http/metrics.ts'
import { healthz, metricsPage, readyz } from './http/operation-routes.ts'
import { openPages, type Pages } from './http/pages.ts'
import { openReturnedForms } from './signup/returned-form.ts'
import { logRequests } from './http/request-log.ts'
import { httpLimits, limitRequests, refuseBytes, refuseUrl } from './http/http-limits.ts'
import type { Store } from './db/open.ts'
import { formTokens } from './http/form-tokens.ts'
import type { Guard } from './signup/guard.ts'
import type { JoinBatcher } from './signup/join-batcher.ts'
import { confirmPost, linkPage, unsubscribePost } from './signup/link-routes.ts'
import { sealer } from './signup/sealed-token.ts'
import {
  formToken,
  join,
  joined,
  requireAnonKey,
  sendWelcomeEmail,
} from './signup/sign-up-routes.ts'

export type AppDeps = {
  config: Config
  secrets: Secrets
  campaign: Campaign
  store: Store
  batch: JoinBatcher
  counts: EventDeps['counts']
  saves: SaveRouteDeps['saves']
  sequences: SequenceDeps['sequences']
  /** called after a commit that confirmed somebody: the welcome mail is queued, and a step may be due */
  confirmed: () => void
  metrics: Metrics
  log: Log
  /** given the app, since development's bundles hook into it */
  openBundles: (app: FastifyInstance) => Promise<Bundles>
  assets: Assets
  now: () => number
  /** false in development: every page is rendered for its request */
  cached: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    guard?: Guard
  }
  /** Every route that changes state, for the test that asks each for its guard. */
  interface FastifyInstance {
    writeRoutes: { url: string; methods: string[]; guard: Guard | undefined }[]
  }
}

/** Every route of the server on one page. A route that changes state names its guard. */
export async function buildApp(
  deps: AppDeps,
): Promise<{ app: FastifyInstance; pages: Pages; bundles: Bundles }> {
  const {
    config,
    secrets,
    store,
    batch,
    counts,
    saves,
    sequences,
    confirmed,
    metrics,
    log,
    now,
    campaign,
  } = deps
  const app = Fastify({
    ...httpLimits,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    clientErrorHandler: refuseBytes(() => headersOfAll),
    frameworkErrors: (_error, _request, reply) => refuseUrl(reply.headers(headersOfAll)),
  })
  const bundles = await deps.openBundles(app)
  const headersOfAll = securityHeaders(bundles.hashes, config)
  const [secretKey] = secrets
  const tokens = formTokens(secrets)
  const site = {
    publicUrl: config.publicUrl,
    anonKey: config.anonKey ?? 'anon',
    optIn: config.optIn,
  }
  const pages = openPages({ bundles, site, tokens, log, metrics, now, cached: deps.cached })
  const limitsFor = (request: FastifyRequest) =>
    config.limits === 'off' && isTryingOut(request, config) ? 'off' : 'on'
  const returned = openReturnedForms({
    bundles,
    site,
    tokens,
    pages,
    campaign,
    now,
    cached: deps.cached,
    limitsFor,
  })
  const door = {
    tokens,
    secretKey,
    publicUrl: config.publicUrl,
    now,
    batch,
    campaign,
    metrics,
    log,
    pages,
    returned,
    sealer: sealer(secrets),
    limitsFor,
  }
  const { quiz } = campaign
  const link = { store, pages, publicUrl: config.publicUrl, now, confirmed }
  const person = { ...link, secretKey, campaign }

  app.decorate('writeRoutes', [])
  app.addHook('onRoute', ({ method, url, config: { guard } = {} }) => {
    const methods = [method].flat()
    if (methods.some((name) => name !== 'GET' && name !== 'HEAD'))
      app.writeRoutes.push({ url, methods, guard })
  })
  app.removeAllContentTypeParsers()
  limitRequests(app, headersOfAll)
  logRequests(app, { config, log, metrics, now })
  answerErrors(app, { pages, log, unknownTable: sendUnknownTable })

  // What a visitor's browser asks for
  app.get('/', pages.landing)
  app.get(paths.privacy, (request, reply) => pages.still(request, reply, { page: 'privacy' }))
  app.get(paths.formToken, formToken(door))
  app.get(paths.join, joined(door))
  for (const [path, asset] of deps.assets) app.get(path, sendAsset(path, asset))

  // The sign-up's two doors
  app.register(
    withBodies(jsonParser, (inner) => {
      inner.addHook('onRequest', requireAnonKey(config.anonKey))
      changes(inner, 'sign-up', paths.welcomeEmail, sendWelcomeEmail(door))
    }),
  )
  app.register(withBodies(formParser, (inner) => changes(inner, 'sign-up', paths.join, join(door))))

  // The quiz: its pages, for those without script, and its two calls
  if (quiz) {
    const quizPages = { ...door, saves, sequences, quiz, results: sealer(secrets, 'sealed-result') }
    for (const question of questionKeys)
      app.get(questionPath(question), questionPage(question, quizPages))
    app.get(quizPaths.result, resultPage(quizPages))
    app.get(quizPaths.save, savedPage(quizPages))
    app.register(
      withBodies(formParser, (inner) =>
        changes(inner, 'sign-up', quizPaths.save, savePost(quizPages)),
      ),
    )
    app.register((inner, _options, done) => {
      quizResultRoutes(inner, { ...door, saves, quiz, anonKey: config.anonKey })
      done()
    })
    app.register(
      withBodies(jsonParser, (inner) => {
        inner.addHook('onRequest', requireAnonKey(config.anonKey))
        changes(inner, 'sign-up', paths.emailSequence, triggerSequence({ ...door, sequences }))
      }),
    )
  }

  // What is counted
  app.register(
    withBodies(jsonParser, (inner) =>
      changes(
        inner,
        'event-count',
        paths.events,
        countEvents({ secretKey, publicUrl: config.publicUrl, counts, metrics, log, limitsFor }),
      ),
    ),
  )

  // Links in mails
  app.get(`${paths.confirm}:token`, linkPage('confirm', link))
  app.get(`${paths.unsubscribe}:token`, linkPage('unsubscribe', link))
  app.get(`${paths.me}:token`, mePage(person))
  app.get(`${paths.me}:token/${meDownload}`, meFile(person))
  for (const act of meActs) app.get(`${paths.me}:token/${act}`, meAsk(act, person))
  app.register(
    withBodies(anyParser, (inner) =>
      changes(inner, 'link-token', `${paths.unsubscribe}:token`, unsubscribePost(link)),
    ),
  )
  app.register(
    withBodies(formParser, (inner) => {
      changes(inner, 'link-token', `${paths.confirm}:token`, confirmPost(link))
      for (const act of meActs)
        changes(inner, 'link-token', `${paths.me}:token/${act}`, mePost(act, person))
    }),
  )

  // The operator
  app.get('/healthz', healthz)
  app.get('/readyz', readyz({ store, now }))
  app.get('/metrics', metricsPage({ metrics, metricsToken: config.metricsToken }))
  app.register((inner, _options, done) => {
    inner.addHook('onRequest', (request, reply, next) => {
      if (isTryingOut(request, config)) next()
      else reply.callNotFound()
    })
    devMailRoutes(inner, {
      db: store.db,
      show: async (request, reply, view) =>
        pages.screen(
          request,
          reply,
          'dashboard',
          (await bundles.dashboard()).renderDashboard(view),
        ),
    })
    done()
  })

  return { app, pages, bundles }
}

const changes = (app: FastifyInstance, guard: Guard, path: string, handler: RouteHandlerMethod) =>
  app.post(path, { config: { guard } }, handler)

/** Routes that read one kind of body; every other content type is answered 415. A body that is empty and names no type is none. */
const withBodies =
  (
    parser: (app: FastifyInstance) => void,
    routes: (app: FastifyInstance) => void,
  ): FastifyPluginCallback =>
  (inner, _options, done) => {
    parser(inner)
    routes(inner)
    done()
  }
