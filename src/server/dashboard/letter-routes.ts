import type { FastifyInstance } from 'fastify'
import { letterPath, letterPaths } from '#contract/letter-screens.ts'
import { dashboardPaths, navigation } from '#contract/screens.ts'
import { seeOther, type Refuse } from '#server/http/answers.ts'
import { letterActs } from '#server/letters/acts.ts'
import { actRoutes, type openActs } from './act-routes.ts'
import { signedIn, withSession, type AddRoute } from './guard.ts'
import { loadLetter, loadNewLetter, saveLetterForm } from './letter-form.ts'
import { loadLetters } from './letter-list.ts'
import {
  askLetterTest,
  letterPreviewBody,
  loadLetterPreview,
  sendLetterTest,
} from './letter-preview.ts'
import { askToSend, sendLetter } from './letter-send.ts'
import { loadUndelivered } from './letter-undelivered.ts'
import { refuseAsScreen } from './away.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { showing, type OpenScreens } from './screens.ts'

type Deps = DashboardDeps & { screens: OpenScreens }

/** Larger than any letter, with every character percent-encoded three times over. */
const letterBodyLimit = 128 * 1024

/** Every route of letters (LETTER-1 to LETTER-4). Readers see letters and cannot act. */
export function letterRoutes(
  app: FastifyInstance,
  { screen, act }: { screen: AddRoute; act: AddRoute },
  deps: Deps,
  acting: ReturnType<typeof openActs>,
): void {
  const operators = { readers: false }
  const id = ':id'
  screen(navigation.letters.path, showing(loadLetters, deps))
  screen(letterPaths.new, showing(loadNewLetter, deps), operators)
  screen(letterPath(id), showing(loadLetter, deps))
  screen(letterPaths.preview(id), showing(loadLetterPreview, deps))
  screen(letterPaths.previewBody(id), letterPreviewBody(deps))
  screen(letterPaths.undelivered(id), showing(loadUndelivered, deps))
  screen(letterPaths.test(id), showing(askLetterTest, deps), operators)
  act(letterPaths.test(id), showing(sendLetterTest, deps))
  screen(letterPaths.send(id), showing(askToSend, deps), operators)
  act(letterPaths.send(id), showing(sendLetter, deps))
  actRoutes({ screen, act }, acting, letterActs)
  app.register(async (inner) => formRoutes(inner, deps))
}

/**
 * The form of a letter is the only large one: a larger body is refused with a page that says so.
 */
function formRoutes(app: FastifyInstance, deps: Deps): void {
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
