import { resendUnsent } from './capture/resend.ts'
import { startMotion } from './browser/motion.ts'
import { ignoreSecondPresses } from './browser/press-once.ts'
import { openUpdates } from './popups/open-updates.ts'
import { startTracking } from './tracking/start.ts'
import { wakeIslands } from './wake.ts'

ignoreSecondPresses(document)
startMotion(document)
startTracking(document)
openUpdates(document)
wakeIslands(document)
resendUnsent()
if (!('commandForElement' in HTMLButtonElement.prototype)) void import('./browser/commands.ts').then(({ runCommands }) => runCommands(document))
if (document.querySelector('[data-page="not-found"]')) console.warn(`404: there is no page at ${location.pathname}`)
