import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestAsyncHookHandler,
  type onRequestHookHandler,
  type RouteHandlerMethod,
} from 'fastify'
import { paths, stopNewsAct } from '#contract/api.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Language } from '#contract/campaign/languages.ts'
import { meActs, meDownload, meResult } from '#contract/people/personal-data.ts'
import { devicePaths } from '#contract/api.ts'
import { questionPath, quizPaths } from '#contract/quiz/pages.ts'
import type { FetchText } from '#server/bounces/ses-webhook.ts'
import { openWebhooks, webhookGuard, webhookRoutes } from '#server/bounces/webhook-routes.ts'
import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/config/log.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { sessionGuard, signInGuard, uploadGuard } from '#server/dashboard/guard.ts'
import { dashboardRoutes } from '#server/dashboard/routes.ts'
import { openScreens } from '#server/dashboard/show.ts'
import { sessionCookie } from '#server/dashboard/sessions.ts'
import { openWriteLimit } from '#server/db/batcher.ts'
import type { Store } from '#server/db/store.ts'
import { devMailRoutes, type KeptMailView } from '#server/delivery/dev-mails.ts'
import { countGuard, countEvents, type CountBatcher } from '#server/events/event-routes.ts'
import { answerErrors } from '#server/http/answers.ts'
import { sendAsset, type Assets } from '#server/http/bodies.ts'
import type { Bundles } from '#server/http/bundles.ts'
import { formTokens, sealedTokens } from '#server/http/forms.ts'
import {
  requireAnonKey,
  guardRoutes,
  isTryingOut,
  type CallRoute,
  type Guard,
  type GuardHooks,
} from '#server/http/guards.ts'
import { securityHeaders } from '#server/http/headers.ts'
import {
  anyParser,
  formParser,
  jsonParser,
  httpLimits,
  limitRequests,
  refuseBytes,
  refuseUrl,
} from '#server/http/http-limits.ts'
import { repairUrl } from '#server/http/mailed-links.ts'
import { inEachLanguage } from '#server/http/language.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { healthz, metricsPage, readyz, logRequests } from '#server/http/operation.ts'
import { openPages, type Pages } from '#server/http/pages.ts'
import { sitemap, withSitemap } from '#server/http/sitemap.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'
import { deviceCookie, deviceMaxAgeMs } from '#server/line/device-cookie.ts'
import { lineRulesPage } from '#server/line/rule.ts'
import { openLiveFacts } from '#server/live/figures.ts'
import { liveRoutes } from '#server/live/live-routes.ts'
import { meAsk, meFile, mePage, mePost } from '#server/people/me-routes.ts'
import { spotPage, spotPost } from '#server/people/spot-routes.ts'
import { questionPage, resultPage, savedPage, savePost } from '#server/quiz/page-routes.ts'
import { sendUnknownTable } from '#server/quiz/rest-errors.ts'
import { quizResultRoutes } from '#server/quiz/rest-routes.ts'
import { askResult, resultPost } from '#server/quiz/results.ts'
import { triggerSequence } from '#server/sequence/start-sequences.ts'
import { buttonGuard, linkGuard, signUpGuard } from '#server/signup/guard.ts'
import { forgetDevice, landingPage, openDevice } from '#server/signup/landing-routes.ts'
import {
  confirmPost,
  linkPage,
  unsubscribePost,
  stopNewsPage,
  stopNewsPost,
} from '#server/signup/link-routes.ts'
import { joinedPage, joinPost } from '#server/signup/sign-up-form.ts'
import { formToken, signUpByApi, type JoinBatcher } from '#server/signup/sign-up.ts'
import {
  onceConfirm,
  onceDelete,
  oncePage,
  tellOncePage,
  tellOncePost,
} from '#server/signup/tell-once-routes.ts'

export type AppDeps = {
  config: Config
  secrets: Secrets
  campaign: Campaign
  store: Store
  joinBatcher: JoinBatcher
  countBatcher: CountBatcher
  launch: LaunchCache
  /** called after a commit that queued a mail */
  mailQueued: () => void
  /** called after a commit that confirmed somebody */
  confirmed: () => void
  /** called after a commit that may have made a step of a sequence due */
  stepsDue: () => void
  /** called after a commit that sent, scheduled, resumed, stopped or unscheduled a letter */
  letterChanged: () => void
  /** called after a commit that lets an import be checked or run */
  importChanged: () => void
  metrics: Metrics
  log: Log
  /** takes the app, because the bundles of development add hooks to it */
  openBundles: (app: FastifyInstance) => Promise<Bundles>
  assets: Assets
  now: () => number
  /** now, or the last trusted time while the clock is doubtful (clock/clock.ts) */
  calendar: () => number
  /** fetches files of Amazon SNS; by default over https */
  fetchFromAws?: FetchText
  /** false in development: every page is rendered for its request */
  cached: boolean
}

declare module 'fastify' {
  /** Every route with its guard. */
  interface FastifyInstance {
    guarded: { url: string; methods: string[]; guard: Guard | undefined }[]
  }
}

/** Builds the server from its parts. */
export async function buildApp(
  deps: AppDeps,
): Promise<{ app: FastifyInstance; pages: Pages; bundles: Bundles }> {
  const { config, log, metrics, now } = deps
  const app = Fastify({
    ...httpLimits,
    rewriteUrl: ({ url = '' }) => repairUrl(url),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    clientErrorHandler: refuseBytes(() => headers),
    frameworkErrors: (_error, _request, reply) => refuseUrl(reply.headers(headers)),
  })
  const bundles = await deps.openBundles(app)
  const headers = securityHeaders(bundles.hashes, config)
  const routeDeps = openRouteDeps(deps, bundles)
  const { pages } = routeDeps

  // What guards find. Fastify asks for the names here, so that all requests have one shape.
  app.decorateRequest('admission', null)
  app.decorateRequest('signedIn', null)
  guardRoutes(app, guardsOf(routeDeps))
  listRoutes(app)
  app.removeAllContentTypeParsers()
  limitRequests(app, headers)
  logRequests(app, { config, log, metrics, now })
  answerErrors(app, { pages, log, unknownTable: sendUnknownTable })
  addRoutes(app, routeDeps)
  return { app, pages, bundles }
}

/** Every route of the server, each with its guard (http/guards.ts). */
function addRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { config, campaign, store, assets, showDashboard } = deps
  const anonKey = requireAnonKey(config.anonKey)

  inEachLanguage(app, (inner) => addPages(inner, deps))
  addLinks(app, deps)
  get(app, 'open', paths.sitemap, sitemap(config.publicUrl))
  for (const [path, asset] of assets)
    get(app, 'open', path, sendAsset(path, withSitemap(path, asset, config.publicUrl)))

  // The calls of the page's script
  get(app, 'open', paths.formToken, formToken(deps))
  post(app, jsonParser, 'sign-up', paths.signUpApi, signUpByApi(deps), anonKey)
  post(app, jsonParser, 'event-count', paths.events, countEvents(deps))
  if (campaign.quiz) {
    const quiz = { ...deps, quiz: campaign.quiz, anonKey: config.anonKey }
    app.register(async (inner) => quizResultRoutes(inner, quiz))
    post(app, jsonParser, 'sign-up', paths.emailSequence, triggerSequence(quiz), anonKey)
  }

  // Figures that the server counts, in each language
  liveRoutes(app, deps)

  // Reports of mail providers
  app.register(async (inner) => webhookRoutes(inner, deps.webhooks, deps))

  // The operator
  get(app, 'open', '/healthz', healthz)
  get(app, 'open', '/readyz', readyz(deps))
  get(app, 'open', '/metrics', metricsPage({ ...deps, metricsToken: config.metricsToken }))
  app.register(async (inner) => dashboardRoutes(inner, deps))
  app.register(async (inner) => {
    inner.addHook('onRequest', onlyWhenTryingOut(config))
    devMailRoutes(inner, { db: store.db, publicUrl: config.publicUrl, show: showDashboard })
  })
}

/** LANG-1: what a visitor sees, and what its forms post to. The script's calls have no prefix. */
function addPages(app: FastifyInstance, deps: RouteDeps): void {
  const { config, campaign, pages } = deps
  get(app, 'open', '/', landingPage(deps), { prefixTrailingSlash: 'slash' })
  get(app, 'open', paths.privacy, pages.privacy)
  if (campaign.line) get(app, 'open', paths.line, lineRulesPage(deps))

  // Sign-up without script
  post(app, formParser, 'sign-up', paths.join, joinPost(deps))
  get(app, 'open', paths.join, joinedPage(deps))

  // The form of a closed list: one mail when it opens again
  post(app, formParser, 'sign-up', paths.tellOnce, tellOncePost(deps))
  get(app, 'open', paths.tellOnce, tellOncePage(deps))

  // A device that remembers its person
  if (campaign.line) {
    post(app, anyParser, 'button', devicePaths.open, openDevice(deps))
    post(app, anyParser, 'button', devicePaths.forget, forgetDevice(deps))
  }

  // Quiz without script
  if (campaign.quiz) {
    const quiz = { ...deps, quiz: campaign.quiz, anonKey: config.anonKey }
    for (const { id } of campaign.quiz.questions)
      get(app, 'open', questionPath(campaign.quiz.questions, id), questionPage(id, quiz))
    get(app, 'open', quizPaths.result, resultPage(quiz))
    post(app, formParser, 'sign-up', quizPaths.save, savePost(quiz))
    get(app, 'open', quizPaths.save, savedPage(quiz))
  }
}

/** What mails link to: in the language of the person whom the link is for (LANG-2). */
function addLinks(app: FastifyInstance, deps: RouteDeps): void {
  const { campaign } = deps
  get(app, 'link', `${paths.confirm}:token`, linkPage('confirm', deps))
  post(app, formParser, 'button', `${paths.confirm}:token`, confirmPost(deps))
  get(app, 'link', `${paths.unsubscribe}:token`, linkPage('unsubscribe', deps))
  post(app, anyParser, 'link', `${paths.unsubscribe}:token`, unsubscribePost(deps))
  if (campaign.line) {
    const stopNews = `${paths.unsubscribe}:token/${stopNewsAct}`
    get(app, 'link', stopNews, stopNewsPage(deps))
    post(app, anyParser, 'link', stopNews, stopNewsPost(deps))
  }
  get(app, 'link', `${paths.me}:token`, mePage(deps))
  get(app, 'link', `${paths.me}:token/${meDownload}`, meFile(deps))
  for (const act of meActs) {
    get(app, 'link', `${paths.me}:token/${act}`, meAsk(act, deps))
    post(app, formParser, 'button', `${paths.me}:token/${act}`, mePost(act, deps))
  }

  if (campaign.quiz) {
    get(app, 'link', `${paths.me}:token/${meResult}/:result`, askResult(deps))
    post(app, formParser, 'button', `${paths.me}:token/${meResult}/:result`, resultPost(deps))
  }
  get(app, 'link', `${paths.tellOnce}/:token`, oncePage(deps))
  post(app, formParser, 'button', `${paths.tellOnce}/:token`, onceConfirm(deps))
  post(app, formParser, 'button', `${paths.tellOnce}/:token/delete`, onceDelete(deps))

  // Spots of waves
  if (campaign.line) {
    get(app, 'link', `${paths.spot}:code`, spotPage(deps))
    for (const act of ['take', 'pass'] as const)
      post(app, formParser, 'button', `${paths.spot}:code/${act}`, spotPost(act, deps))
  }
}

type RouteDeps = ReturnType<typeof openRouteDeps>

/** The dependencies of the routes, beyond those of the app. */
function openRouteDeps(deps: AppDeps, bundles: Bundles) {
  const { config, campaign, secrets, metrics, log, now, cached } = deps
  const { publicUrl } = config
  const tokens = formTokens(secrets)
  const site = { publicUrl, anonKey: config.anonKey ?? 'anon', optIn: config.optIn }
  const facts = openLiveFacts({
    db: deps.store.db,
    mode: config.figures,
    launch: deps.launch,
    log,
    now,
    calendar: deps.calendar,
  })
  const limitsFor = (request: FastifyRequest): 'on' | 'off' =>
    config.limits === 'off' && isTryingOut(request, config) ? 'off' : 'on'
  const shown = { bundles, site, facts, tokens }
  const pages = openPages({ ...shown, log, metrics, now, cached, limitsFor })
  return {
    ...deps,
    publicUrl,
    limitSaves: openWriteLimit(),
    cookie: sessionCookie(publicUrl),
    screens: openScreens({ ...deps, bundles }),
    webhooks: openWebhooks({ ...deps, limitsFor }),
    secretKey: secrets[0],
    tokens,
    facts,
    pages,
    limitsFor,
    sealedTokens: sealedTokens(secrets),
    device: deviceCookie(
      publicUrl,
      sealedTokens(secrets, 'sealed-device', deviceMaxAgeMs),
      deps.calendar,
    ),
    mailBundle: (language: Language = campaign.language) => bundles.mails(language),
    resultTokens: sealedTokens(secrets, 'sealed-result'),
    searchTokens: sealedTokens(secrets, 'sealed-search'),
    showDashboard: async (request: FastifyRequest, reply: FastifyReply, view: KeptMailView) =>
      pages.screen(request, reply, 'dashboard', (await bundles.dashboard()).renderDashboard(view)),
  }
}

const get = (
  app: FastifyInstance,
  guard: Guard,
  path: string,
  handler: RouteHandlerMethod,
  options: { prefixTrailingSlash?: 'slash' } = {},
) => app.get(path, { ...options, config: { guard } }, handler)

/**
 * Adds a POST route that reads one kind of body; every other content type is answered 415. An empty
 * body without a content type counts as no body.
 */
function post(
  app: FastifyInstance,
  parser: (app: FastifyInstance) => void,
  guard: Guard,
  path: string,
  route: RouteHandlerMethod | CallRoute,
  onRequest?: onRequestAsyncHookHandler,
): void {
  const { handler, ...config } = typeof route === 'function' ? { handler: route } : route
  app.register(async (inner) => {
    parser(inner)
    if (onRequest) inner.addHook('onRequest', onRequest)
    inner.post(path, { config: { guard, ...config } }, handler)
  })
}

const guardsOf = (deps: RouteDeps): Record<Guard, GuardHooks> => ({
  open: {},
  'sign-up': signUpGuard(deps),
  'event-count': countGuard(deps),
  link: linkGuard,
  button: buttonGuard(deps),
  'sign-in': signInGuard(deps),
  reader: sessionGuard(deps, 'reader'),
  operator: sessionGuard(deps, 'operator'),
  upload: uploadGuard(deps),
  webhook: webhookGuard(deps.webhooks, deps),
})

function listRoutes(app: FastifyInstance): void {
  app.decorate('guarded', [])
  app.addHook('onRoute', ({ method, url, config: { guard } = {} }) => {
    app.guarded.push({ url, methods: [method].flat(), guard })
  })
}

/** Refuse 404 to every request that is not from a person trying the server out on this machine. */
const onlyWhenTryingOut =
  (config: Config): onRequestHookHandler =>
  (request, reply, next) => {
    if (isTryingOut(request, config)) next()
    else reply.callNotFound()
  }
