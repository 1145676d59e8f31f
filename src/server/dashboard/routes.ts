import type { FastifyInstance, FastifyRequest } from 'fastify'
import { letterFormBytes, letterPath, letterPaths } from '#contract/letters/screens.ts'
import { dashboardPaths, navigation } from '#contract/dashboard/navigation.ts'
import { StoreUnavailable } from '#server/db/store.ts'
import { readMailWaits } from '#server/delivery/mail-waits.ts'
import { seeOther, type Refuse } from '#server/http/answers.ts'
import { formParser, refuseNul } from '#server/http/http-limits.ts'
import { launchActs } from '#server/launch/acts.ts'
import { letterActs } from '#server/letters/acts.ts'
import { saveLetterForm } from '#server/letters/compose-screen.ts'
import { lineActs } from '#server/line/acts.ts'
import { lineForms, lineScreens } from '#server/line/screens.ts'
import { waveActs } from '#server/line/wave-acts.ts'
import { loadWrongWave } from '#server/line/wave-screens.ts'
import { mailActs } from '#server/ops/mail-acts.ts'
import { readMailHealth } from '#server/ops/mail-screen.ts'
import { backupMade } from '#server/overview/attention.ts'
import { personActs } from '#server/people/acts.ts'
import { manyPeopleActs } from '#server/people/many-acts.ts'
import { loadNoPerson } from '#server/people/person-screen.ts'
import { actRoutes, openActs } from './act-routes.ts'
import { shownAct } from './acts.ts'
import type { DashboardDeps } from './deps.ts'
import { refuseAsScreen, signedIn, withSession, type AddRoute } from './guard.ts'
import { uploadRoute } from './import-upload.ts'
import { forms, screens } from './screens.ts'
import { sessionActs } from './sessions.ts'
import { showing } from './show.ts'
import {
  dashboardExists,
  leaveSession,
  linkPage,
  requestLink,
  signIn,
  signInPage,
} from './sign-in.ts'

/*
 * The dashboard, from a request to a screen:
 *
 * guard.ts admits a request in this order: page of this site (for a POST), session (sessions.ts),
 * role, form token. It derives roles from the settings; none is stored. sign-in.ts starts a session
 * by a link that is mailed or printed (commands.ts) and stored as a hash.
 * screens.ts puts together the screens and forms of each noun with their loaders (http/loader.ts),
 * which stand beside its rule, as in people/screens.ts. A loader returns what its screen shows,
 * leads elsewhere, or answers with a file. show.ts masks the addresses for a reader and renders the
 * view with its frame. A file of src/dashboard draws what the loader returns (views.ts, decision
 * 083).
 * An act is one declaration beside its rule (acts/act.ts, decision 077), listed in acts.ts.
 * act-routes.ts makes the page that asks and its POST, acts/act.ts the command. The next
 * screen says its outcome.
 *
 * Lists are read by an index, from a cursor (http/list.ts). A search is posted, and stands in the URL
 * as a sealed token (decision 040). acts/export-file.ts streams a file.
 */

/** Every route of the operator's side (DASH-1 to DASH-7). */
export function dashboardRoutes(app: FastifyInstance, deps: DashboardDeps): void {
  const refuse = refuseAsScreen(deps)
  const screen: AddRoute = (path, handler, role = 'reader') =>
    app.get(path, { config: { guard: role, refuse } }, withSession(handler))
  const act: AddRoute = (path, handler, role = 'operator') =>
    app.post(path, { config: { guard: role, refuse } }, withSession(handler))
  const add = { screen, act }
  const outside = { config: { guard: 'sign-in', refuse } } as const
  const actDeps = openActs(app, deps)
  const loaderDeps = {
    ...actDeps,
    shownAct,
    readMailHealth: () => readMailHealth(deps),
    mailWaitsOf: (person: string) => readMailWaits(deps.store.db, { person }, actDeps, deps.now()),
  }
  // What a date decides is set by the calendar's time (clock/clock.ts).
  const byCalendar = { ...actDeps, now: deps.calendar }

  formParser(app)
  app.addHook('preValidation', refuseNul)
  app.addHook('onRequest', async (request, reply) => {
    if (!(await isThere(request, deps))) return reply.callNotFound()
    return
  })

  // In front of the sign-in
  app.get(dashboardPaths.signIn, outside, signInPage(deps))
  app.post(dashboardPaths.signIn, outside, requestLink(deps))
  app.get(`${dashboardPaths.signIn}/:token`, outside, linkPage(deps))
  app.post(`${dashboardPaths.signIn}/:token`, outside, signIn(deps))

  const hasLine = deps.campaign.line !== null
  for (const [path, load, role] of hasLine ? [...screens, ...lineScreens] : screens)
    screen(path, showing(load, loaderDeps), role)
  for (const [path, load] of hasLine ? [...forms, ...lineForms] : forms)
    act(path, showing(load, loaderDeps))
  app.register(async (inner) => uploadRoute(inner, deps))
  app.register(async (inner) => letterFormRoutes(inner, deps))

  actRoutes(add, actDeps, sessionActs, { answer: leaveSession(deps) })
  actRoutes(add, actDeps, [backupMade])
  actRoutes(add, actDeps, manyPeopleActs)
  actRoutes(add, actDeps, personActs, { gone: showing(loadNoPerson, loaderDeps) })
  actRoutes(add, actDeps, letterActs)
  actRoutes(add, actDeps, mailActs)
  actRoutes(add, byCalendar, launchActs, {
    gone: async (_, reply) => seeOther(reply, navigation.launch.path),
  })
  if (!hasLine) return
  actRoutes(add, actDeps, lineActs)
  actRoutes(add, { ...byCalendar, secrets: () => deps.secrets }, waveActs, {
    gone: showing(loadWrongWave, deps),
  })
}

/**
 * While the store is away, only a browser with a session is told that there is a dashboard. Its
 * request goes on, so that the body of a form is read before the store is asked again.
 */
async function isThere(
  request: FastifyRequest,
  { store, config, cookie, now }: DashboardDeps,
): Promise<boolean> {
  try {
    return await dashboardExists(store.db, config, now())
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return cookie.read(request) !== null
  }
}

/**
 * The form of a letter is the only large one: a larger body is refused with a page that says so.
 */
function letterFormRoutes(app: FastifyInstance, deps: DashboardDeps): void {
  const asScreen = refuseAsScreen(deps)
  const refuse: Refuse = async (refusal, request, reply) => {
    if (refusal.status !== 413) return asScreen(refusal, request, reply)
    const who = await signedIn(request, deps)
    if (!who) return seeOther(reply, dashboardPaths.signIn)
    const tooLarge = { screen: 'letter-too-large', wrong: 'too-large' } as const
    return deps.screens.show(request, reply, who, tooLarge)
  }
  for (const path of [letterPaths.new, letterPath(':id')])
    app.post(
      path,
      {
        config: { guard: 'operator', refuse },
        bodyLimit: letterFormBytes(deps.campaign.languages),
      },
      withSession(showing(saveLetterForm, deps)),
    )
}
