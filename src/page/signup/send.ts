import { firstNameOf } from '#contract/email.ts'
import type { Origin } from '#contract/waitlist.ts'
import { postJoin } from '#page/api.ts'
import { runInOneTab } from '#page/browser/one-tab.ts'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { originOfPage, tokens } from './meta.ts'
import {
  dropUnsent,
  keepUnsent,
  outcomeOf,
  postponed,
  unsentKey,
  type Outcome,
  type Unsent,
} from './unsent.ts'

type JoinRequest = {
  email: string
  placement: string
  consent: string
  trap: string
  origin?: Origin | undefined
}

/** Kept before it is sent, so that a page that closes in between loses nothing. */
export async function sendJoin({
  email,
  placement,
  consent,
  trap,
  origin = originOfPage(),
}: JoinRequest): Promise<Outcome> {
  const now = Date.now()
  const entry: Unsent = {
    email,
    firstName: firstNameOf(email),
    placement,
    ...origin,
    consent,
    at: now,
    tries: 0,
    nextAt: now,
  }
  const outcome = await runInOneTab(unsentKey(email), async () => {
    keepUnsent(safeStorage, entry)
    return deliver(entry, tokens.take(), trap)
  })
  return outcome ?? 'kept'
}

/** Sends one entry and notes what became of it. */
export async function deliver(entry: Unsent, token: Promise<string>, trap = ''): Promise<Outcome> {
  const { email, firstName, at: _at, tries: _tries, nextAt: _nextAt, ...meta } = entry
  const answer = await postJoin({ email, firstName }, { ...meta, token: await token, trap })
  const outcome = outcomeOf(answer)
  if (outcome === 'kept') {
    keepUnsent(safeStorage, postponed(entry, answer, Date.now(), Math.random))
    console.warn(
      `A sign-up was not acknowledged (${answer.status || 'no answer'}). It is kept, and sent again.`,
    )
  } else dropUnsent(safeStorage, email)
  return outcome
}
