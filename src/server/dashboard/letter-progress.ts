import type { CurvePoint, LetterProgress, ProviderLetterCounts } from '#contract/letter-screens.ts'
import type { Role } from '#contract/screens.ts'
import type { Config } from '#server/config/config.ts'
import { storedAudience } from '#server/letters/audience.ts'
import { readLetterCounts, readLetterHours, waitingOf } from '#server/letters/counts.ts'
import type { Letter } from '#server/letters/letter.ts'
import {
  planCurve,
  sendingLeft,
  timeOfSending,
  type MailsByProvider,
} from '#server/letters/ramp.ts'
import { readStopChecks } from '#server/letters/stop-rules.ts'
import { otherProviders } from '#server/outbox/large-providers.ts'
import { peopleOf } from './letter-list.ts'
import { maskAddress } from './mask-address.ts'
import type { DashboardDeps } from './routes.ts'

const hourMs = 3_600_000
const hasStopRules: readonly Letter['state'][] = ['sending', 'paused']

/** LETTER-4: how far a letter is. */
export async function progressView(
  deps: DashboardDeps,
  letter: Letter,
  role: Role,
): Promise<LetterProgress> {
  const { db } = deps.store
  const { id, state, plannedAt } = letter
  const { total, providers } = await readLetterCounts(db, id)
  const people = peopleOf(letter, total.queued)
  const startMs = plannedAt ?? deps.now()
  const notQueued = people - total.queued
  const plan = planOf(deps, mailsOf(providers, 'queued', notQueued), startMs)
  const waiting = mailsOf(providers, 'waiting', notQueued)
  const by = letter.sentBy ?? ''
  return {
    id,
    state,
    subject: letter.text.subject,
    audience: storedAudience(letter.audience),
    people,
    isQueued: letter.queuedAt !== null,
    sentBy: role === 'reader' ? maskAddress(by) : by,
    plannedAtMs: startMs,
    pausedAtMs: letter.pausedAt,
    pausedBy: letter.pausedBy,
    endedAtMs: letter.endedAt,
    doneByMs: doneBy(deps, letter, waiting, plan),
    counts: total,
    providers,
    plan,
    sent: state === 'scheduled' ? [] : await sentCurve(deps, letter, startMs),
    checks: hasStopRules.includes(state) ? ((await readStopChecks(db, id)) ?? []) : [],
  }
}

/** MAILS_PER_HOUR; null where LIMITS=off lifts it. */
export const mailsPerHourOf = ({ limits, mailsPerHour }: Config): number | null =>
  limits === 'off' ? null : mailsPerHour

/** LETTER-3: when how many mails will have left, if nothing stops them; empty without limits. */
export function planOf(
  { config, campaign }: DashboardDeps,
  mails: MailsByProvider,
  startMs: number,
): CurvePoint[] {
  const mailsPerHour = mailsPerHourOf(config)
  if (mailsPerHour === null) return []
  return planCurve(mails, { plan: campaign.letters.plan, mailsPerHour }).map(
    ({ afterMs, mails: left }) => ({ atMs: startMs + afterMs, mails: left }),
  )
}

/** Mails that are not queued yet count as those of small domains. */
function mailsOf(
  providers: readonly ProviderLetterCounts[],
  which: 'queued' | 'waiting',
  notQueued: number,
): MailsByProvider {
  const mails = new Map(
    providers.map((counts) => [
      counts.provider,
      which === 'queued' ? counts.queued : waitingOf(counts),
    ]),
  )
  return mails.set(otherProviders, (mails.get(otherProviders) ?? 0) + notQueued)
}

function doneBy(
  { config, campaign, now }: DashboardDeps,
  letter: Letter,
  waiting: MailsByProvider,
  plan: readonly CurvePoint[],
): number | null {
  const mailsPerHour = mailsPerHourOf(config)
  if (mailsPerHour === null) return null
  if (letter.state === 'scheduled') return plan.at(-1)?.atMs ?? null
  if (letter.state !== 'sending') return null
  const terms = { plan: campaign.letters.plan, mailsPerHour }
  return now() + sendingLeft(waiting, timeOfSending(letter, now()), terms)
}

/** The mails that ended, by the hour. */
async function sentCurve(
  { store, now }: DashboardDeps,
  { id, endedAt }: Letter,
  startMs: number,
): Promise<CurvePoint[]> {
  const points: CurvePoint[] = [{ atMs: startMs, mails: 0 }]
  let mails = 0
  const endMs = endedAt ?? now()
  for (const { hour, sent } of await readLetterHours(store.db, id)) {
    mails += sent
    points.push({ atMs: Math.max(startMs, Math.min(hour + hourMs, endMs)), mails })
  }
  if (points.at(-1)!.atMs < endMs) points.push({ atMs: endMs, mails })
  return points
}
