import { runInOneTab } from '#page/browser/one-tab.ts'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { tokens } from './meta.ts'
import { deliver } from './send.ts'
import { pauseBefore, readUnsent, unsentKey } from './unsent.ts'

let timer: ReturnType<typeof setTimeout> | undefined

/** FORM-6: what was not acknowledged is sent again at each visit, when the network comes back, and after growing pauses. */
export function resendUnsent() {
  addEventListener('online', () => void sendAll(() => true))
  void sendAll(() => true)
}

/** To be called when something was kept: plans the next round. */
export function planResend() {
  clearTimeout(timer)
  const pauseMs = pauseBefore(readUnsent(safeStorage, Date.now()), Date.now())
  if (pauseMs !== null)
    timer = setTimeout(() => void sendAll((nextAt) => nextAt <= Date.now()), pauseMs)
}

async function sendAll(due: (nextAt: number) => boolean) {
  for (const { email, nextAt } of readUnsent(safeStorage, Date.now()))
    if (due(nextAt)) await sendOne(email, nextAt)
  planResend()
}

/** Read again under the lock: another tab may have sent it, or tried, in the meantime. */
const sendOne = (email: string, plannedAt: number) =>
  runInOneTab(unsentKey(email), async () => {
    const entry = readUnsent(safeStorage, Date.now()).find((other) => other.email === email)
    if (entry && entry.nextAt <= plannedAt) await deliver(entry, tokens.takeNew())
  })
