import { subjectOf, waitingOf, type ProviderLetterCounts } from '#contract/letters/letters.ts'
import type { Config } from '#server/config/config.ts'
import { destinationKind } from '#server/config/destination.ts'
import type { LoaderDeps } from '#server/http/loader.ts'
import { storedAudience } from './audience.ts'
import { mayHaveIt, readLetterCounts, readLetterHours, type Letter } from './letter.ts'
import { readStopChecks } from './outcomes.ts'
import {
  planCurve,
  sendingLeft,
  sentCurve,
  timeOfSending,
  type CurvePoint,
  type MailsByProvider,
} from './ramp.ts'

const hasStopRules: readonly Letter['state'][] = ['sending', 'paused']

/** LETTER-4: how far a letter is. */
export async function progressView(deps: LoaderDeps, letter: Letter) {
  const { db } = deps.store
  const { id, state, plannedAt } = letter
  const { total, providers, languages } = await readLetterCounts(db, id)
  const startMs = plannedAt ?? deps.calendar()
  const plan = planOf(
    deps,
    byProvider(providers, ({ queued }) => queued),
    startMs,
  )
  const waiting = byProvider(providers, waitingOf)
  return {
    screen: 'letter' as const,
    id,
    destination: destinationKind(deps.config),
    state,
    subject: subjectOf(letter),
    audience: storedAudience(letter.audience),
    people: total.queued,
    /** how many may have it although the store does not know it; null unless it is held */
    mayHaveIt: mayHaveIt(letter, total, deps.now()),
    sentBy: letter.sentBy ?? '',
    plannedAt: startMs,
    pausedAt: letter.pausedAt,
    pausedBy: letter.pausedBy,
    /** in all; the plan does not include it */
    pausedMs: pausedTime(letter, startMs, deps.calendar()),
    endedAt: letter.endedAt,
    doneBy: doneBy(deps, letter, waiting, plan),
    counts: total,
    providers,
    /** of a letter with more than one text */
    languages: Object.keys(letter.texts).length > 1 ? languages : [],
    plan,
    sent: state === 'scheduled' ? [] : await readSentCurve(deps, letter, startMs),
    checks: hasStopRules.includes(state) ? ((await readStopChecks(db, id)) ?? []) : [],
  }
}

/** MAILS_PER_HOUR; null where LIMITS=off lifts it. */
export const mailsPerHourOf = ({ limits, mailsPerHour }: Config): number | null =>
  limits === 'off' ? null : mailsPerHour

/** LETTER-3: when how many mails will have left, if nothing stops them; empty without limits. */
export function planOf(
  { config, campaign }: LoaderDeps,
  mails: MailsByProvider,
  startMs: number,
): CurvePoint[] {
  const mailsPerHour = mailsPerHourOf(config)
  if (mailsPerHour === null) return []
  return planCurve(mails, { plan: campaign.letters.plan, mailsPerHour }).map(
    ({ afterMs, mails: left }) => ({ at: startMs + afterMs, mails: left }),
  )
}

const byProvider = (
  providers: readonly ProviderLetterCounts[],
  mails: (counts: ProviderLetterCounts) => number,
): MailsByProvider => new Map(providers.map((counts) => [counts.provider, mails(counts)]))

function doneBy(
  { config, campaign, now }: LoaderDeps,
  letter: Letter,
  waiting: MailsByProvider,
  plan: readonly CurvePoint[],
): number | null {
  const mailsPerHour = mailsPerHourOf(config)
  if (mailsPerHour === null) return null
  if (letter.state === 'scheduled') return plan.at(-1)?.at ?? null
  if (letter.state !== 'sending') return null
  const terms = { plan: campaign.letters.plan, mailsPerHour }
  return now() + sendingLeft(waiting, timeOfSending(letter, now()), terms)
}

/** Of a letter in pause the mails left before it. */
async function readSentCurve(
  { store, now }: LoaderDeps,
  { id, endedAt, pausedAt }: Letter,
  fromMs: number,
): Promise<CurvePoint[]> {
  const endMs = endedAt ?? now()
  const span = { fromMs, sentUntilMs: Math.min(pausedAt ?? endMs, endMs), endMs }
  return sentCurve(await readLetterHours(store.db, id), span)
}

/** How long a letter that has begun was paused, in all. */
const pausedTime = (letter: Letter, startMs: number, now: number): number =>
  letter.state === 'scheduled'
    ? 0
    : Math.max(0, (letter.endedAt ?? now) - startMs - timeOfSending(letter, now))
