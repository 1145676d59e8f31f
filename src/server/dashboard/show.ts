import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { DoneAct, ScreenFrame, SignInView } from '#contract/dashboard/views.ts'
import { maskTexts } from '#contract/address/mask-address.ts'
import type { Sent } from '#server/acts/act.ts'
import { findAct } from '#server/acts/action-log.ts'
import { readLastBackup } from '#server/db/backup.ts'
import type { Store } from '#server/db/store.ts'
import { seeOther } from '#server/http/answers.ts'
import { compressQuickly, encodingFor } from '#server/http/bodies.ts'
import type { Bundles } from '#server/http/bundles.ts'
import { screenHeaders } from '#server/http/headers.ts'
import type { Answer, Elsewhere, Loader, Viewer } from '#server/http/loader.ts'
import { wrongWaves } from '#server/line/wave-acts.ts'
import { reportAct, undoOf } from './acts.ts'
import { maskedFormToken, type SignedIn } from './sessions.ts'
import type { DashboardView, ScreenView } from './views.ts'

type ScreensDeps = { bundles: Bundles; store: Store; now: () => number }
export type Screens = ReturnType<typeof openScreens>

const statusOf: { [S in DashboardView['screen']]?: number } = {
  'sign-in-old': 404,
  'not-found': 404,
  'operators-only': 403,
  'session-ended': 401,
  'send-again': 403,
  'dashboard-away': 503,
  'person-gone': 410,
}

const statusOfWrong: Record<string, number> = {
  'too-many': 429,
  'too-large': 413,
  token: 403,
  busy: 409,
  conflict: 409,
  gone: 409,
  changed: 409,
  'no-space': 507,
  [wrongWaves.paused]: 409,
}

/** A form that is shown again, as it cannot be accepted, has a status of its own. */
const statusIn = (view: DashboardView): number =>
  'wrong' in view && view.wrong
    ? (statusOfWrong[String(view.wrong)] ?? 422)
    : (statusOf[view.screen] ?? 200)

/**
 * Renders and sends the dashboard's screens. Each is compressed for its request: what it repeats of
 * a request stands beside a form token that is masked anew (DASH-8). Nothing is stored by a browser
 * or a proxy (DASH-2).
 */
export function openScreens({ bundles, store, now }: ScreensDeps) {
  const policy = screenHeaders(bundles.hashes)

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    view: DashboardView,
    frame?: ScreenFrame,
  ) {
    const rendered = (await bundles.dashboard()).renderDashboard(view, frame)
    const html = await bundles.fill('dashboard', rendered, request.url)
    const encoding = encodingFor(request.headers['accept-encoding'])
    reply
      .code(statusIn(view))
      .headers({ ...policy, ...privately })
      .type('text/html; charset=utf-8')
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(await compressQuickly(Buffer.from(html), encoding))
  }

  return {
    /** A screen in front of the sign-in. */
    showOutside: (request: FastifyRequest, reply: FastifyReply, view: SignInView) =>
      send(request, reply, view),

    /** A screen behind the sign-in. `?done=` of its address names the act that it reports. */
    async show(
      request: FastifyRequest,
      reply: FastifyReply,
      { session, role }: SignedIn,
      view: ScreenView,
    ) {
      const done = await doneAct(request, session.operator)
      return send(request, reply, view, {
        operator: session.operator,
        role,
        formToken: maskedFormToken(session.token),
        asOf: now(),
        engine: store.engine === 'sqlite' ? 'SQLite' : 'Postgres',
        lastBackup: await readLastBackup(store.db),
        ...(done && { done }),
      })
    },
  }

  async function doneAct(request: FastifyRequest, operator: string): Promise<DoneAct | null> {
    const { done } = doneField.parse(request.query)
    if (done === undefined) return null
    const act = await findAct(store.db, done)
    if (!act || act.operator !== operator) return null
    const undo = undoOf(act)
    return { text: reportAct(act), ...(undo && { undo }) }
  }
}

const doneField = z.object({ done: z.string().optional().catch(undefined) })

const privately = {
  'cache-control': 'no-store, no-transform',
  'x-robots-tag': 'noindex',
  vary: 'Accept-Encoding',
}

/**
 * The handler of a route that shows what `load` returns, leads where it says, or lets it answer.
 * DASH-1: a reader sees no whole address. No loader masks one: this is the only place.
 */
export const showing =
  <Deps extends { screens: Screens }>(
    load: Loader<ScreenView | Elsewhere | Answer, Deps>,
    deps: Deps,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply, who: SignedIn): Promise<unknown> => {
    const loaded = await load(deps, sentIn(request), viewerOf(request, who))
    if (typeof loaded === 'function') return loaded(reply)
    if (!('screen' in loaded)) return seeOther(reply, loaded.path)
    return deps.screens.show(
      request,
      reply,
      who,
      who.role === 'operator' ? loaded : maskTexts(loaded),
    )
  }

/** What a form or a query sent, with the parameters of the path. Nothing of it was checked. */
export const sentIn = ({ method, query, body, params }: FastifyRequest): Sent => ({
  ...Object(method === 'POST' ? body : query),
  ...Object(params),
})

const viewerOf = ({ protocol }: FastifyRequest, { session, role }: SignedIn): Viewer => ({
  operator: session.operator,
  role,
  session: session.id,
  isHttps: protocol === 'https',
})
