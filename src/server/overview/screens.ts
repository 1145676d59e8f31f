import { z } from 'zod'
import { campaign } from '#campaign'
import { overviewRanges, type OverviewRange } from '#contract/dashboard/overview-figures.ts'
import { reportFigures } from '#contract/figures/report.ts'
import type { MailDestination } from '#contract/mails/screens.ts'
import { navigation, sourcesPath, type Role } from '#contract/dashboard/navigation.ts'
import { anybody, peopleHref } from '#contract/people/list.ts'
import { operatorMs, operatorTimeInWords } from '#contract/promises/operator-times.ts'
import { plural, upTo } from '#contract/english.ts'
import { dayMs } from '#contract/time.ts'
import { readOverview, type OverviewFigures } from '#server/counts/read-overview.ts'
import { destinationKind } from '#server/config/destination.ts'
import { readLastBackup } from '#server/db/backup.ts'
import { countRows } from '#server/db/rows.ts'
import type { Db } from '#server/db/store.ts'
import { readOutcomes, ended, type OutcomeRow } from '#server/delivery/outcome-counts.ts'
import { isDelay } from '#server/delivery/stops.ts'
import { loader, type LoaderDeps, type ScreenRoute } from '#server/http/loader.ts'
import { listStoppedLetters } from '#server/letters/letter.ts'
import { countCredits } from '#server/line/friends.ts'
import { readHead } from '#server/line/line.ts'
import { readLastRun } from '#server/ops/doctor/doctor.ts'
import { readIncidents } from '#server/ops/incidents.ts'
import {
  countMails,
  mostMailsCounted,
  readMailReport,
  type MailReport,
} from '#server/ops/mail-status.ts'
import { attentionOf, type AttentionFacts, type CheckedTask, type Task } from './attention.ts'
import { readGoal } from './goal.ts'
import { checklistOf, openTasks, type ChecklistFacts } from './checklist.ts'

/** The checklist is shown until this long after the first sign-up. */
const firstDaysMs = 7 * dayMs
const mostUnconfirmed = 10_000

const overviewFields = z.object({
  range: z.enum(overviewRanges).optional().catch(undefined),
  /** LANG-6: sources, forms and funnel of one language */
  language: z
    .literal([...campaign.languages])
    .optional()
    .catch(undefined),
})
type Chosen = z.infer<typeof overviewFields>

/** DASH-3: what needs attention, how the list grows, and what to do next. */
export const loadOverview = loader(overviewFields, async (deps, chosen, { isHttps }) => {
  const { store, config, campaign, publicUrl, now } = deps
  const { db } = store
  const figures = await figuresToShow(deps, chosen)
  const hasJoined = figures.headline[0]!.now > 0
  const { joined } = figures.countedSince
  const isFirstDays = joined === null || Math.abs(now() - joined) < firstDaysMs
  const report = await readMailReport(
    db,
    { config, sequence: campaign.sequence, mostCounted: mostMailsCounted },
    now(),
  )
  const backup = {
    at: (await readLastBackup(db))?.at ?? null,
    isPostgres: store.engine === 'postgres',
  }
  const checklist = checklistOf(await checklistFacts(deps, { isHttps, backup, hasJoined }))
  const line = await lineSummary(deps)
  const isLive = !config.loopback && hasJoined && !isFirstDays
  const simulated = {
    figures: reportFigures(campaign, { mode: config.figures }).open.simulated,
    confirmed: figures.states.confirmed,
  }
  const attention = attentionOf(
    await attentionFacts(deps, line, { report, backup, isLive, simulated }),
  )
  const unconfirmed = await unconfirmedTasks(db, now())
  return {
    screen: 'overview' as const,
    figures,
    /** what stops or endangers the list, the worst first */
    attention,
    inOrder: inOrderOf(attention, checklist),
    /** what would help most now, three at most */
    next: isFirstDays ? unconfirmed : [...unconfirmed, ...openTasks(checklist)].slice(0, 3),
    checklist: isFirstDays && checklist.some(({ done }) => !done) ? checklist : null,
    mail: mailSummaryOf(
      report,
      await readOutcomes(db, now() - operatorMs('outcomes')),
      destinationKind(config),
    ),
    line,
    goal: await readGoal(db, {
      goal: campaign.figures.launch.value.goal,
      timeZone: campaign.timeZone,
      now: now(),
    }),
    publicUrl,
  }
})

/** DASH-3: all sources of a range. */
export const loadSources = loader(overviewFields, async (deps, { range = '7d', language }) => ({
  screen: 'sources' as const,
  figures: await figuresIn(deps, range, language),
}))

async function checklistFacts(
  { store: { db }, config, campaign, publicUrl, now }: LoaderDeps,
  known: Pick<ChecklistFacts, 'backup' | 'hasJoined' | 'isHttps'>,
): Promise<ChecklistFacts> {
  const withRole = (role: Role) => config.operators.filter((one) => one.role === role).length
  return {
    ...known,
    publicUrl,
    hasProxies: config.trustedProxies.length > 0,
    operators: { operators: withRole('operator'), readers: withRole('reader') },
    hasSmtp: config.smtpUrl !== undefined,
    wasMailAccepted: (await countMails(db, ['sent'], 1)).sent > 0,
    doctor: await readLastRun(db),
    figures: reportFigures(campaign, { mode: config.figures }),
    shop: campaign.launch.shop,
    now: now(),
  }
}

async function attentionFacts(
  { store: { db }, config, campaign, now, calendar }: LoaderDeps,
  line: LineSummary,
  known: Pick<AttentionFacts, 'report' | 'backup' | 'isLive' | 'simulated'>,
): Promise<AttentionFacts> {
  return {
    ...known,
    lastDay: await readOutcomes(db, now() - operatorMs('refused')),
    stoppedLetters: await listStoppedLetters(db),
    incidents: await readIncidents(db, config, now(), calendar()),
    credits:
      line && campaign.line
        ? { waiting: line.credits, rulingDays: campaign.line.terms.rulingDays }
        : null,
    now: now(),
  }
}

type LineSummary = Awaited<ReturnType<typeof lineSummary>>

/** LINE-1, LINE-5: people in line, and friends whose credit waits for a ruling; null without a line. */
async function lineSummary({ store: { db }, campaign }: LoaderDeps) {
  if (campaign.line === null) return null
  const waiting = (await readHead(db))?.waiting ?? 0
  return { waiting, nextPlace: waiting + 1, credits: (await countCredits(db)).waiting }
}

/** Without a range in the address: the last seven days, and today while nobody has joined. */
async function figuresToShow(
  deps: LoaderDeps,
  { range, language }: Chosen,
): Promise<OverviewFigures> {
  const figures = await figuresIn(deps, range ?? '7d', language)
  return !range && figures.headline[0]!.now === 0 ? figuresIn(deps, 'today', language) : figures
}

const figuresIn = (
  { store, campaign, now }: LoaderDeps,
  range: OverviewRange,
  language: Chosen['language'],
) => readOverview(store.db, { range, language, timeZone: campaign.timeZone, now: now() })

/** What the line of order names, and the attention that takes it out of the line. */
const ordered: Record<string, { name: string; troubles: readonly string[] }> = {
  smtp: { name: 'mail', troubles: ['mail', 'refused', 'account'] },
  backup: { name: 'backup', troubles: ['backup'] },
  tls: { name: 'TLS', troubles: [] },
}

/** The checks that passed: nothing needs attention, and nothing remains to do. */
export const inOrderOf = (
  attention: readonly Pick<Task, 'key'>[],
  checklist: readonly Pick<CheckedTask, 'key' | 'done'>[],
): string[] =>
  checklist.flatMap(({ key, done }) => {
    const check = ordered[key]
    const isTroubled = attention.some(({ key }) => check?.troubles.includes(key.split(' ')[0]!))
    return check && done && !isTroubled ? [check.name] : []
  })

/** There are no reminders: one request, one mail. */
async function unconfirmedTasks(db: Db, now: number): Promise<Task[]> {
  const waiting = db
    .selectFrom('people')
    .where('state', '=', 'unconfirmed')
    .where('createdAt', '<', now - operatorMs('unconfirmedTask'))
  const count = await countRows(db, waiting, mostUnconfirmed + 1)
  if (count === 0) return []
  const text = upTo(count, mostUnconfirmed + 1)
  return [
    {
      key: 'unconfirmed',
      title: `${text} ${plural(count, 'person has', 'people have')} not confirmed for more than ${operatorTimeInWords('unconfirmedTask')}`,
      text: 'Each was sent one mail and is not reminded. People who sign up again get a new link.',
      link: {
        path: peopleHref(navigation.people.path, { ...anybody, state: 'unconfirmed' }),
        label: 'See them',
      },
    },
  ]
}

/** `kept`: mails are stored and shown on this machine; `idle`: none was accepted yet. */
type MailState = 'sending' | 'delayed' | 'stopped' | 'kept' | 'idle'

/**
 * DASH-3: the mail plate. `isMore`: there are more than were counted. `lastLeavesAt`: of the ready
 * mails, if they wait for the budget of an hour. `bounced`: no such address, by the mail server's answer
 * or by a later report about a mail that was accepted.
 */
export function mailSummaryOf(
  { queue }: Pick<MailReport, 'queue'>,
  providers: readonly OutcomeRow[],
  destination: MailDestination,
) {
  const [worst] = queue.stops.toSorted((a, b) => Number(isDelay(a)) - Number(isDelay(b)))
  const isMore = queue.ready >= mostMailsCounted
  const accepted = providers.some((provider) => provider.accepted > 0)
  const unstopped = destination === 'dev mails' ? 'kept' : accepted ? 'sending' : 'idle'
  const state: MailState = worst ? (isDelay(worst) ? 'delayed' : 'stopped') : unstopped
  return {
    state,
    since: worst?.since ?? null,
    ready: queue.ready,
    isMore,
    lastLeavesAt: isMore || worst ? null : queue.lastLeavesAt,
    providers: providers.map((counts) => ({
      provider: counts.provider,
      mails: ended(counts),
      accepted: counts.accepted,
      bounced: counts.bounced + counts.returned,
      refused: counts.refused,
    })),
  }
}

export const overviewScreens = [
  [navigation.overview.path, loadOverview],
  [sourcesPath, loadSources],
] as const satisfies readonly ScreenRoute[]
