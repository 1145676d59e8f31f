import { language } from '#campaign'
import { firstNameOf } from '#contract/address/email.ts'
import type { Origin } from '#contract/people/waitlist.ts'
import { postJoin } from '#page/api.ts'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { formTokens, originOfPage } from './form-tokens.ts'
import {
  outcomeOf,
  pauseBefore,
  pendingKey,
  postponed,
  readPending,
  removePending,
  storePending,
  type Outcome,
  type PendingSignup,
} from './pending-signups.ts'

type Signup = {
  email: string
  placement: string
  consent: string
  trap: string
  origin?: Partial<Origin> | undefined
}

/**
 * Stores the sign-up before it sends it, so that it survives a page that closes in between.
 * `error`: why the server refuses it.
 */
export async function sendSignup({
  email,
  placement,
  consent,
  trap,
  origin,
}: Signup): Promise<Sent> {
  const now = Date.now()
  const entry: PendingSignup = {
    email,
    firstName: firstNameOf(email),
    placement,
    ...originOfPage(),
    ...origin,
    consent,
    language,
    at: now,
    tries: 0,
    nextAt: now,
  }
  const sent = await runInOneTab(pendingKey(email), async () => {
    storePending(safeStorage, entry)
    return attempt(entry, formTokens.take(), trap)
  })
  return sent ?? { outcome: 'pending', error: '' }
}

type Sent = { outcome: Outcome; error: string }

/** Sends one entry, then removes or postpones it. */
async function attempt(entry: PendingSignup, token: Promise<string>, trap = ''): Promise<Sent> {
  const { email, firstName, at: _at, tries: _tries, nextAt: _nextAt, ...meta } = entry
  const answer = await postJoin({ email, firstName }, { ...meta, token: await token, trap })
  const outcome = outcomeOf(answer)
  if (outcome === 'pending' || outcome === 'paused') {
    storePending(safeStorage, postponed(entry, answer, Date.now(), Math.random))
    console.warn(
      `The sign-up was not acknowledged (${answer.status || 'no answer'}). The page will retry.`,
    )
  } else removePending(safeStorage, email)
  return { outcome, error: answer.error }
}

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

/**
 * Does the work unless another tab is doing work of the same name; then returns null. Does the work
 * in any case where the browser has no Web Locks or forbids them.
 */
async function runInOneTab<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  if (!('locks' in navigator)) return work()
  let started = false
  try {
    return await navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      started = true
      return lock ? work() : null
    })
  } catch (error) {
    if (started) throw error
    return work()
  }
}
