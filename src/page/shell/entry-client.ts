import { retryPending } from '#page/signup/send-signup.ts'
import { startAmbience } from '#page/ambience/start-ambience.ts'
import { startProgress } from '#page/ambience/start-progress.ts'
import { startFeature } from '#page/browser/start-feature.ts'
import { onFirstFormUse } from '#page/browser/fields.ts'
import { layOutBelowFold } from '#page/browser/layout-below-fold.ts'
import { startMotion } from '#page/browser/motion.ts'
import { startFigures } from '#page/figures/start-figures.ts'
import { runInSeparateTasks } from '#page/browser/separate-tasks.ts'
import { ignoreRepeatedPresses } from '#page/browser/repeated-presses.ts'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { startTouch } from '#page/browser/touch.ts'
import { followFormLinks, storePageMark } from '#page/signup/form-links.ts'
import { hideBlocked } from '#page/phases/hide-blocked.ts'
import { readPhase } from '#page/phases/read-phase.ts'
import { watchMouseExits } from '#page/overlays/mouse-exit.ts'
import { openUpdatesIfWide } from '#page/overlays/open-updates.ts'
import { startTracking } from '#page/tracking/start-tracking.ts'
import { hydrateIslands } from '#page/islands/hydration-triggers.ts'
import { hydration, islands } from './islands.ts'

ignoreRepeatedPresses(document)
startMotion(document)
void runInSeparateTasks([
  () => startTracking(document),
  () => watchMouseExits(document),
  () => openUpdatesIfWide(document),
  () => hydrateIslands(document, { islands, hydration }),
  () => retryPending(),
  () =>
    onFirstFormUse(
      document,
      () =>
        void startFeature('forms in use', async () =>
          (await import('./forms-in-use.ts')).watchFormsInUse(document),
        ),
    ),
  () => startFeature('figures', () => startFigures(document)),
  () => startFeature('phases', () => readPhase(document)),
  () => startFeature('hideBlocked', () => hideBlocked(document)),
  () => followFormLinks(document),
  () => startFeature('scroll progress', () => startProgress(document)),
  () => startFeature('particles', () => startAmbience(document)),
  () => startFeature('layout', () => layOutBelowFold(document)),
])
if (navigator.maxTouchPoints) startTouch(document)
if (!('commandForElement' in HTMLButtonElement.prototype))
  void import('#page/browser/invoker-commands.ts').then(({ polyfillInvokerCommands }) =>
    polyfillInvokerCommands(document),
  )
storePageMark(safeStorage, document)
if (document.querySelector('[data-page="not-found"]'))
  console.warn(`404: there is no page at ${location.pathname}`)
