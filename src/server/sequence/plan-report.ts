import type { PerformanceType } from '#contract/quiz/quiz.ts'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import type { PersonState } from '#contract/people/waitlist.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import { dayMs, iso } from '#contract/time.ts'
import { mask } from '#server/config/log.ts'
import type { MailData } from '#server/outbox/outbox.ts'
import type { Db } from '#server/db/store.ts'
import type { MailState } from '#server/db/outbox-schema.ts'
import { zoneClock, type ZoneClock } from '#server/counts/zone-clock.ts'
import { progressOf } from './progress.ts'
import { afterMail, earliestDeparture, forecast, stepAfter } from './steps.ts'
import type { Forecast, Progress } from './steps.ts'

export type PlanOptions = {
  now: number
  days: number
  /** false: addresses are masked as in the log */
  addresses: boolean
  /** a JSON object for each person, without sums */
  json?: boolean
  print: (line: string) => void
}

const pageSize = 500

/**
 * Prints one line for each person: the steps that they get in the next days, as the planner would
 * decide now, or why they get none. Then sums by day, by step and by reason.
 */
export async function printPlan(db: Db, copy: SequenceCopy, options: PlanOptions): Promise<void> {
  const { now, days, addresses, json = false, print } = options
  const clock = zoneClock(copy.timeZone)
  const sums = openSums()
  for await (const person of readPeople(db)) {
    const plan = planOf(copy, person, now, now + days * dayMs)
    const email = addresses ? person.email : mask(person.email)
    sums.add(plan, clock)
    print(json ? jsonLine(email, person, plan) : textLine(email, person, plan, clock))
  }
  if (json) return
  for (const line of sums.lines(copy.steps.map(({ name }) => name))) print(line)
  print(
    `Times are those of ${copy.timeZone}. MAILS_PER_HOUR and the mail servers can make them later.`,
  )
}

/** The time of day, as `08:00`. */
const timeOf = ({ offsetAt }: ZoneClock, at: number): string => iso(at + offsetAt(at)).slice(11, 16)

/** `reason`: why there are no steps. */
type Plan = { steps: Forecast['steps']; reason: string }

const jsonLine = (email: string, { type }: Person, { steps, reason }: Plan): string =>
  JSON.stringify({
    email,
    type,
    steps: steps.map(({ name, at }) => ({ name, at: iso(at) })),
    ...(steps.length === 0 && { reason }),
  })

function textLine(
  email: string,
  { type }: Person,
  { steps, reason }: Plan,
  clock: ZoneClock,
): string {
  const what =
    steps.length === 0
      ? `nothing: ${reason}`
      : steps.map(({ name, at }) => `${name} ${clock.dayOf(at)} ${timeOf(clock, at)}`).join(', ')
  return `${email}  ${type ?? '-'}  ${what}`
}

/** Counts steps by day, and people without a step by reason. */
function openSums() {
  const byDay = new Map<string, Map<string, number>>()
  const byReason = new Map<string, number>()
  const count = (counts: Map<string, number>, key: string) =>
    counts.set(key, (counts.get(key) ?? 0) + 1)
  return {
    add({ steps, reason }: Plan, clock: ZoneClock): void {
      for (const { name, at } of steps) {
        const day = clock.dayOf(at)
        byDay.set(day, count(byDay.get(day) ?? new Map(), name))
      }
      if (steps.length === 0) count(byReason, reason)
    },
    lines: (names: readonly string[]): string[] => [
      `${'by day'.padEnd(10)}  ${names.join('  ')}`,
      ...[...byDay]
        .sort()
        .map(
          ([day, steps]) =>
            `${day}  ${names.map((name) => String(steps.get(name) ?? 0).padStart(name.length)).join('  ')}`,
        ),
      ...[...byReason]
        .sort()
        .map(([reason, people]) => `${String(people).padStart(9)} nothing: ${reason}`),
    ],
  }
}

type Person = {
  email: string
  state: PersonState
  type: PerformanceType | null
  progress: Progress
  mail: { state: MailState; dueAt: number; data: MailData } | null
}

/** Reads in pages, so that no writer waits. */
async function* readPeople(db: Db): AsyncGenerator<Person> {
  for (let last = ''; ;) {
    const rows = await db
      .selectFrom('sequence_places')
      .innerJoin('people', 'people.id', 'sequence_places.personId')
      .leftJoin('sequences', (join) =>
        join.onRef('sequences.personId', '=', 'people.id').on('sequences.state', '=', 'active'),
      )
      .leftJoin('outbox', 'outbox.id', 'mailId')
      .selectAll('sequence_places')
      .select([
        'people.email',
        'people.state',
        'performance_type as type',
        'outbox.state as mailState',
        'outbox.dueAt as mailDueAt',
        'outbox.data',
      ])
      .where('sequence_places.personId', '>', last)
      .orderBy('sequence_places.personId')
      .limit(pageSize)
      .execute()
    for (const row of rows) {
      const mail = row.mailState && {
        state: row.mailState,
        dueAt: row.mailDueAt!,
        data: JSON.parse(row.data!) as MailData,
      }
      yield { ...row, progress: progressOf(row), mail }
    }
    if (rows.length < pageSize) return
    last = rows.at(-1)!.personId
  }
}

/** The steps of one person until `until`. A step whose mail is queued comes first. */
function planOf(
  copy: SequenceCopy,
  { state, type, progress, mail }: Person,
  now: number,
  until: number,
): Plan {
  const person = { state, active: type !== null, progress }
  const step = person.active && mail && copy.steps.find(({ name }) => name === mail.data.step)
  if (!step || mail.state === 'cancelled') {
    const { steps, end } = forecast(copy, person, now, until)
    return { steps, reason: reasonOf(copy, person, end) }
  }
  if (mail.state !== 'due' && mail.state !== 'sending')
    return { steps: [], reason: mailReasons[mail.state] ?? 'its mail has ended' }
  const at = earliestDeparture(copy, mail.dueAt, progress.step === null, now)
  const later = forecast(copy, { ...person, progress: afterMail(progress, step, at) }, now, until)
  // A reason is shown where there is no step.
  return { steps: [{ name: step.name, at }, ...later.steps], reason: '' }
}

const mailReasons: Partial<Record<MailState, string>> = {
  overdue: `its mail is more than ${operatorTime('lateStep')} late: npm run mail -- release`,
  kept: 'its mail is kept, without a mail server: npm run mail -- release --kept',
  dead: 'its mail was refused: npm run mail -- retry',
}

function reasonOf(
  copy: SequenceCopy,
  { state, progress }: Pick<Person, 'state' | 'progress'>,
  end: Forecast['end'],
): string {
  if (end.action === 'wait')
    return {
      confirmation: 'has not confirmed yet',
      operator: mailReasons.overdue!,
      later: 'its next step lies further ahead',
    }[end.for]
  if (end.action === 'stop' && end.rule === 'closed') return 'the campaign is closed'
  if (state !== 'confirmed')
    return state === 'unsubscribed' ? 'left the list' : `the address is ${state}`
  return stepAfter(copy, progress) ? 'the sequence was stopped' : 'has had every step'
}
