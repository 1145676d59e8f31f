import type { FastifyInstance } from 'fastify'
import { letterPath, letterPaths } from '#contract/letter-screens.ts'
import { dashboardPaths, navigation } from '#contract/screens.ts'
import { seeOther, type Refuse } from '#server/http/answers.ts'
import { letterActs } from '#server/letters/acts.ts'
import { actRoutes, type openActs } from './act-routes.ts'
import { signedIn, withSession, type AddRoute } from './guard.ts'
import { letterScreen, newLetterScreen, saveLetterForm } from './letter-form.ts'
import { lettersScreen } from './letter-list.ts'
import {
  letterPreviewBody,
  letterPreviewScreen,
  letterTestScreen,
  sendLetterTest,
} from './letter-preview.ts'
import { confirmScreen, sendLetter } from './letter-send.ts'
import { undeliveredScreen } from './letter-undelivered.ts'
import { refuseAsScreen } from './away.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

/** Larger than any letter, with every character percent-encoded three times over. */
const letterBodyLimit = 128 * 1024

/** Every route of letters (LETTER-1 to LETTER-4). Readers see letters and cannot act. */
export function letterRoutes(
  app: FastifyInstance,
  { screen, act }: { screen: AddRoute; act: AddRoute },
  deps: DashboardDeps,
  acting: ReturnType<typeof openActs>,
): void {
  const operators = { readers: false }
  const id = ':id'
  screen(navigation.letters.path, lettersScreen(deps))
  screen(letterPaths.new, newLetterScreen(deps), operators)
  screen(letterPath(id), letterScreen(deps))
  screen(letterPaths.preview(id), letterPreviewScreen(deps))
  screen(letterPaths.previewBody(id), letterPreviewBody(deps))
  screen(letterPaths.undelivered(id), undeliveredScreen(deps))
  screen(letterPaths.test(id), letterTestScreen(deps), operators)
  act(letterPaths.test(id), sendLetterTest(deps))
  screen(letterPaths.send(id), confirmScreen(deps), operators)
  act(letterPaths.send(id), sendLetter(deps))
  actRoutes({ screen, act }, acting, letterActs)
  app.register(async (inner) => formRoutes(inner, deps))
}

/**
 * The form of a letter is the only large one: a larger body is refused with a page that says so.
 */
function formRoutes(app: FastifyInstance, deps: DashboardDeps): void {
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
      withSession(saveLetterForm(deps)),
    )
}
