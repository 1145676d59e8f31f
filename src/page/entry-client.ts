import { startAmbience } from './ambience/start-ambience.ts'
import { startProgress } from './ambience/start-progress.ts'
import { begin } from './browser/begin.ts'
import { onFirstUse } from './browser/fields.ts'
import { layOutBelow } from './browser/lay-out.ts'
import { startMotion } from './browser/motion.ts'
import { oneATask } from './browser/one-a-task.ts'
import { ignoreSecondPresses } from './browser/press-once.ts'
import { shelf } from './browser/shelf.ts'
import { startTouch } from './browser/touch.ts'
import { resendUnsent } from './capture/resend.ts'
import { followSettled } from './capture/settled-links.ts'
import { takeMark } from './capture/take-mark.ts'
import { hideBlocked } from './phases/hide-blocked.ts'
import { readPhase } from './phases/read-phase.ts'
import { noteLeaves } from './popups/leaving.ts'
import { openUpdates } from './popups/open-updates.ts'
import { startTracking } from './tracking/start.ts'
import { wakeIslands } from './wake.ts'

ignoreSecondPresses(document)
startMotion(document)
void oneATask([
  () => startTracking(document),
  () => noteLeaves(document),
  () => openUpdates(document),
  () => wakeIslands(document),
  () => resendUnsent(),
  () =>
    onFirstUse(
      document,
      () =>
        void begin('keeping forms clear', async () =>
          (await import('./browser/keep-clear.ts')).keepClear(document),
        ),
    ),
  () => begin('phases', () => readPhase(document)),
  () => begin('hiding by phase', () => hideBlocked(document)),
  () => followSettled(document),
  () => begin('scroll progress', () => startProgress(document)),
  () => begin('particles', () => startAmbience(document)),
  () => begin('laying out', () => layOutBelow(document)),
])
if (navigator.maxTouchPoints) startTouch(document)
if (!('commandForElement' in HTMLButtonElement.prototype))
  void import('./browser/commands.ts').then(({ runCommands }) => runCommands(document))
takeMark(shelf, document)
if (document.querySelector('[data-page="not-found"]'))
  console.warn(`404: there is no page at ${location.pathname}`)
