import { resendUnsent } from './capture/resend.ts'
import { fieldsInUse } from './browser/fields.ts'
import { ignoreSecondPresses } from './browser/press-once.ts'
import { openUpdates } from './popups/open-updates.ts'
import { wakeIslands } from './wake.ts'

ignoreSecondPresses(document)
openUpdates(document)
wakeIslands(document)
onFirstUse(async () => (await import('./browser/keep-clear.ts')).keepClear(document))
resendUnsent()
if (!('commandForElement' in HTMLButtonElement.prototype)) void import('./browser/commands.ts').then(({ runCommands }) => runCommands(document))
if (document.querySelector('[data-page="not-found"]')) console.warn(`404: there is no page at ${location.pathname}`)

/** A form may be in use before this script is. */
function onFirstUse(act: () => Promise<void>) {
  const start = () => act().catch((error: unknown) => console.warn('What keeps forms clear did not come:', error))
  if (fieldsInUse(document).length > 0) void start()
  else document.addEventListener('focusin', () => void start(), { once: true })
}
