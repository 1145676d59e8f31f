import { startAmbience } from '#page/ambience/start-ambience.ts'
import { startProgress } from '#page/ambience/start-progress.ts'
import { begin } from '#page/browser/begin.ts'
import { onFirstUse } from '#page/browser/fields.ts'
import { layOutBelow } from '#page/browser/lay-out.ts'
import { startMotion } from '#page/browser/motion.ts'
import { oneATask } from '#page/browser/one-a-task.ts'
import { ignoreSecondPresses } from '#page/browser/press-once.ts'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { startTouch } from '#page/browser/touch.ts'
import { retryPending } from '#page/signup/send-signup.ts'
import { followJoinedLines, storePageMark } from '#page/signup/joined-forms.ts'
import { hideBlocked } from '#page/phases/hide-blocked.ts'
import { readPhase } from '#page/phases/read-phase.ts'
import { noteLeaves } from '#page/overlays/leaving.ts'
import { openUpdates } from '#page/overlays/open-updates.ts'
import { startTracking } from '#page/tracking/start.ts'
import { hydrateIslands } from '#page/islands/hydration-triggers.ts'
import { hydration, islands } from './islands.ts'

ignoreSecondPresses(document)
startMotion(document)
void oneATask([
  () => startTracking(document),
  () => noteLeaves(document),
  () => openUpdates(document),
  () => hydrateIslands(document, { islands, hydration }),
  () => retryPending(),
  () =>
    onFirstUse(
      document,
      () =>
        void begin('keeping forms clear', async () =>
          (await import('#page/browser/keep-clear.ts')).keepClear(document),
        ),
    ),
  () => begin('phases', () => readPhase(document)),
  () => begin('hiding by phase', () => hideBlocked(document)),
  () => followJoinedLines(document),
  () => begin('scroll progress', () => startProgress(document)),
  () => begin('particles', () => startAmbience(document)),
  () => begin('laying out', () => layOutBelow(document)),
])
if (navigator.maxTouchPoints) startTouch(document)
if (!('commandForElement' in HTMLButtonElement.prototype))
  void import('#page/browser/commands.ts').then(({ runCommands }) => runCommands(document))
storePageMark(safeStorage, document)
if (document.querySelector('[data-page="not-found"]'))
  console.warn(`404: there is no page at ${location.pathname}`)
