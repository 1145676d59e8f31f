import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  importActPath,
  importPath,
  importRefusedPath,
  importRunPath,
} from '#contract/import-screens.ts'
import { letterPath, letterPaths } from '#contract/letter-screens.ts'
import { linePaths } from '#contract/line-screens.ts'
import { mailPaths } from '#contract/mail-screens.ts'
import { dashboardPaths, navigation, sourcesPath } from '#contract/navigation.ts'
import { personPath } from '#contract/person-screens.ts'
import { peoplePaths } from '#contract/people-list.ts'
import { wavePaths } from '#contract/wave-screens.ts'
import { StoreUnavailable } from '#server/db/store.ts'
import { seeOther, type Refuse } from '#server/http/answers.ts'
import { formParser, refuseNul } from '#server/http/http-limits.ts'
import { launchActs } from '#server/launch/acts.ts'
import { letterActs } from '#server/letters/acts.ts'
import { lineActs } from '#server/line/acts.ts'
import { waveActs } from '#server/line/wave-acts.ts'
import { mailActs } from '#server/ops/mail-acts.ts'
import { personActs } from '#server/people/acts.ts'
import { manyPeopleActs } from '#server/people/many-acts.ts'
import { actRoutes, openActs } from './act-routes.ts'
import { loadActivity } from './acts.ts'
import { backupMade } from '#server/overview/attention.ts'
import { refuseAsScreen, signedIn, withSession, type AddRoute } from './guard.ts'
import { uploadRoute } from './import-upload.ts'
import {
  checkImport,
  discardImport,
  loadImport,
  loadImportAsk,
  loadImportForm,
  refusedRows,
  startImport,
} from '#server/imports/screens.ts'
import { loadLetter, loadNewLetter, saveLetterForm } from '#server/letters/compose-screen.ts'
import { loadLetters } from '#server/letters/screens.ts'
import {
  askLetterTest,
  letterPreviewBody,
  loadLetterPreview,
  sendLetterTest,
} from '#server/letters/preview-screen.ts'
import { askToSend, sendLetter } from '#server/letters/send-screen.ts'
import { loadUndelivered } from '#server/letters/undelivered-screen.ts'
import { loadCredits, loadLine, exportRewards, loadRewards } from '#server/line/screens.ts'
import type { DashboardDeps } from './deps.ts'
import { keptMailBody, loadKeptMail, loadKeptMails, loadFailed, loadMail } from '#server/ops/mail-screen.ts'
import { loadOverview, loadSources } from '#server/overview/screen.ts'
import { exportPeople, loadPeople, searchPeople, loadMany, loadProgress } from '#server/people/screens.ts'
import { loadNoPerson, loadPerson } from '#server/people/person-screen.ts'
import { showing, type OpenScreens } from './show.ts'
import { loadFigures, loadSettings, loadLaunch } from '#server/launch/screen.ts'
import { sessionActs } from './sessions.ts'
import {
  dashboardExists,
  leaveSession,
  linkPage,
  requestLink,
  signIn,
  signInPage,
} from './sign-in.ts'
import { exportCodes, loadNewWave, loadWaves, loadWrongWave } from '#server/line/wave-screens.ts'

/*
 * The dashboard, from a request to a screen:
 *
 * guard.ts admits a request in this order: page of this site (for a POST), session (sessions.ts),
 * role, form token. It derives roles from the settings; none is stored. sign-in.ts starts a session
 * by a link that is mailed or printed (commands.ts) and stored as a hash.
 * A loader reads the data of a screen: views.ts lists them, loader.ts has what they need. Instead
 * it may lead elsewhere, or answer with a file. screens.ts renders the view with its frame. A file
 * of dashboard/ draws what the loader returns (decision 083).
 * An act is one declaration beside its rule (acts/act.ts, decision 077), listed in acts.ts.
 * act-routes.ts makes the page that asks and its POST, acts/act.ts the command. The next
 * screen says its outcome.
 *
 * Overview: overview.ts reads the facts (counts/read-overview.ts, ops/mail-status.ts); checklist.ts
 * and attention.ts are rules over them.
 * People: people/filter.ts reads the filters of a URL, people-list.ts reads a page by an
 * index, from a cursor. A search is posted, and stands in the URL as a sealed token (decision 040).
 * stream-export.ts streams a file; people/many-acts.ts act on all who match.
 * A person: person-screen.ts reads by people/personal-data.ts. Its acts are people/acts.ts.
 * Import: import-upload.ts receives the file, imports.ts has the screens and the acts.
 * Mail: mail.ts reads by ops/mail-status.ts and delivery/queue-facts.ts. Its acts are
 * ops/mail-acts.ts.
 * Letters: letter-form.ts saves a draft, letter-preview.ts shows and tests it, letter-send.ts asks
 * and sends, letter-list.ts reads how far it is.
 */

type Deps = DashboardDeps & { screens: OpenScreens }

/** Every route of the operator's side (DASH-1 to DASH-7). */
export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  const refuse = refuseAsScreen(deps)
  const guardFor = ({ readers }: { readers: boolean }) => (readers ? 'reader' : 'operator')
  const screen: AddRoute = (path, handler, roles = { readers: true }) =>
    app.get(path, { config: { guard: guardFor(roles), refuse } }, withSession(handler))
  const act: AddRoute = (path, handler, roles = { readers: false }) =>
    app.post(path, { config: { guard: guardFor(roles), refuse } }, withSession(handler))
  const add = { screen, act }
  const outside = { config: { guard: 'sign-in', refuse } } as const

  const operators = { readers: false }
  // What a date decides is shown and set by the calendar's time (clock/clock.ts).
  const byCalendar = { ...deps, now: deps.calendar }
  const actDeps = openActs(app, deps)

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

  // Sessions
  actRoutes(add, actDeps, sessionActs, { answer: leaveSession(deps) })

  // Overview and what concerns the server as a whole
  screen(navigation.overview.path, showing(loadOverview, deps))
  screen(sourcesPath, showing(loadSources, deps))
  actRoutes(add, actDeps, [backupMade])
  screen(navigation.figures.path, showing(loadFigures, byCalendar))
  screen(navigation.settings.path, showing(loadSettings, deps), operators)
  screen(navigation.activity.path, showing(loadActivity, deps))

  // People
  screen(navigation.people.path, showing(loadPeople, deps))
  act(peoplePaths.search, showing(searchPeople, deps))
  act(peoplePaths.export, showing(exportPeople, deps))
  screen(peoplePaths.many, showing(loadMany, deps), operators)
  screen(peoplePaths.progress(':id'), showing(loadProgress, actDeps), operators)
  actRoutes(add, actDeps, manyPeopleActs)

  // Import by upload
  screen(importPath, showing(loadImportForm, deps), operators)
  screen(importRunPath(':id'), showing(loadImport, deps), operators)
  screen(importActPath(':id', 'run'), showing(loadImportAsk, deps), operators)
  act(importActPath(':id', 'run'), showing(startImport, deps))
  act(importActPath(':id', 'check'), showing(checkImport, deps))
  act(importActPath(':id', 'discard'), showing(discardImport, deps))
  screen(importRefusedPath(':id'), showing(refusedRows, deps), operators)
  app.register(async (inner) => uploadRoute(inner, deps))

  // The line
  if (deps.campaign.line) {
    screen(linePaths.line, showing(loadLine, deps))
    screen(linePaths.credits, showing(loadCredits, deps))
    screen(linePaths.rewards, showing(loadRewards, deps))
    act(linePaths.exportRewards, showing(exportRewards, deps))
    actRoutes(add, actDeps, lineActs)
    screen(wavePaths.waves, showing(loadWaves, byCalendar))
    screen(wavePaths.new, showing(loadNewWave, byCalendar), operators)
    act(wavePaths.codes(':id'), showing(exportCodes, byCalendar))
    const waveDeps = { ...actDeps, now: deps.calendar, secrets: () => deps.secrets }
    actRoutes(add, waveDeps, waveActs, { gone: showing(loadWrongWave, byCalendar) })
  }

  // Launch
  screen(navigation.launch.path, showing(loadLaunch, byCalendar))
  actRoutes(add, { ...actDeps, now: deps.calendar }, launchActs, {
    gone: async (_, reply) => seeOther(reply, navigation.launch.path),
  })

  // Letters
  screen(navigation.letters.path, showing(loadLetters, deps))
  screen(letterPaths.new, showing(loadNewLetter, deps), operators)
  screen(letterPath(':id'), showing(loadLetter, deps))
  screen(letterPaths.preview(':id'), showing(loadLetterPreview, deps))
  screen(letterPaths.previewBody(':id'), showing(letterPreviewBody, deps))
  screen(letterPaths.undelivered(':id'), showing(loadUndelivered, deps))
  screen(letterPaths.test(':id'), showing(askLetterTest, deps), operators)
  act(letterPaths.test(':id'), showing(sendLetterTest, deps))
  screen(letterPaths.send(':id'), showing(askToSend, deps), operators)
  act(letterPaths.send(':id'), showing(sendLetter, deps))
  actRoutes(add, actDeps, letterActs)
  app.register(async (inner) => letterFormRoutes(inner, deps))

  // Mail
  screen(navigation.mail.path, showing(loadMail, deps))
  screen(mailPaths.failed, showing(loadFailed, deps))
  screen(mailPaths.kept, showing(loadKeptMails, deps), operators)
  screen(`${mailPaths.kept}/:id`, showing(loadKeptMail, deps), operators)
  screen(`${mailPaths.kept}/:id/body`, showing(keptMailBody, deps), operators)
  actRoutes(add, actDeps, mailActs)

  // One person
  screen(personPath(':id'), showing(loadPerson, deps))
  actRoutes(add, actDeps, personActs, { gone: showing(loadNoPerson, deps) })

  // Any other path below the dashboard
  const notFound = { screen: 'not-found' } as const
  screen(
    `${navigation.overview.path}/*`,
    showing(async () => notFound, deps),
  )
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

/** Larger than any letter, with every character percent-encoded three times over. */
const letterBodyLimit = 128 * 1024

/**
 * The form of a letter is the only large one: a larger body is refused with a page that says so.
 */
function letterFormRoutes(app: FastifyInstance, deps: Deps): void {
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
      { config: { guard: 'operator', refuse }, bodyLimit: letterBodyLimit },
      withSession(showing(saveLetterForm, deps)),
    )
}
