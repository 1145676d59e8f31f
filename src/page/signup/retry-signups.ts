import { runInOneTab } from '#page/browser/one-tab.ts'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { formTokens } from './form-meta.ts'
import { pauseBefore, pendingKey, readPending } from './pending-signups.ts'
import { attempt } from './send-signup.ts'

/** FORM-6: retries pending sign-ups now, when the network returns, and after increasing pauses. */
export function retryPending() {
  addEventListener('online', () => void retryAll(() => true))
  void retryAll(() => true)
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Call it after a sign-up became pending. */
export function scheduleRetry() {
  clearTimeout(timer)
  const pauseMs = pauseBefore(readPending(safeStorage, Date.now()), Date.now())
  if (pauseMs !== null)
    timer = setTimeout(() => void retryAll((nextAt) => nextAt <= Date.now()), pauseMs)
}

async function retryAll(isDue: (nextAt: number) => boolean) {
  for (const { email, nextAt } of readPending(safeStorage, Date.now()))
    if (isDue(nextAt)) await retry(email, nextAt)
  scheduleRetry()
}

/** Reads the entry again under the lock, because another tab may have sent or postponed it. */
const retry = (email: string, plannedAt: number) =>
  runInOneTab(pendingKey(email), async () => {
    const entry = readPending(safeStorage, Date.now()).find((other) => other.email === email)
    if (entry && entry.nextAt <= plannedAt) await attempt(entry, formTokens.takeNew())
  })
