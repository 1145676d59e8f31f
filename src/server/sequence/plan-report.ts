import type { PerformanceType } from '#contract/quiz.ts'
import type { SequenceCopy } from '#contract/sequence.ts'
import type { PersonState } from '#contract/waitlist.ts'
import { mask } from '#server/config/log.ts'
import type { MailData } from '#server/outbox/outbox.ts'
import type { Db } from '#server/db/open.ts'
import type { MailState } from '#server/db/schema.ts'
import { progressOf } from './progress.ts'
import { afterMail, forecast, leavesAt, stepAfter, type Forecast, type Progress } from './steps.ts'

export type PlanTerms = {
  now: number
  days: number
  /** false: masked as in the log */ addresses: boolean
  /** a JSON object for each person, and no sums */ json?: boolean
  print: (line: string) => void
}

const dayMs = 24 * 3_600_000
const atOnce = 500

/** Who gets which step when in the next days, as the planner would decide now, and why each other one gets none: a line a person, then sums by day, by step and by reason. */
export async function printPlan(
  db: Db,
  copy: SequenceCopy,
  { now, days, addresses, json = false, print }: PlanTerms,
): Promise<void> {
  const clock = clockOf(copy.timeZone)
  const byDay = new Map<string, Map<string, number>>()
  const byReason = new Map<string, number>()
  for await (const person of peopleOf(db)) {
    const { steps, reason } = futureOf(copy, person, now, now + days * dayMs)
    for (const { name, at } of steps)
      count(byDay.get(clock.day(at)) ?? newDay(byDay, clock.day(at)), name)
    if (steps.length === 0) count(byReason, reason)
    if (json) {
      print(
        JSON.stringify({
          email: addresses ? person.email : mask(person.email),
          type: person.type,
          steps: steps.map(({ name, at }) => ({ name, at: new Date(at).toISOString() })),
          ...(steps.length === 0 && { reason }),
        }),
      )
      continue
    }
    const what =
      steps.length === 0
        ? `nothing: ${reason}`
        : steps.map(({ name, at }) => `${name} ${clock.day(at)} ${clock.time(at)}`).join(', ')
    print(`${addresses ? person.email : mask(person.email)}  ${person.type ?? '-'}  ${what}`)
  }
  if (json) return
  const names = copy.steps.map(({ name }) => name)
  print(`${'by day'.padEnd(10)}  ${names.join('  ')}`)
  for (const [day, steps] of [...byDay].sort())
    print(
      `${day}  ${names.map((name) => String(steps.get(name) ?? 0).padStart(name.length)).join('  ')}`,
    )
  for (const [reason, people] of [...byReason].sort())
    print(`${String(people).padStart(9)} nothing: ${reason}`)
  print(
    `Times are those of ${copy.timeZone}. MAILS_PER_HOUR and the mail servers can make them later.`,
  )
}

type Person = {
  email: string
  state: PersonState
  type: PerformanceType | null
  progress: Progress
  mail: { state: MailState; dueAt: number; data: MailData } | null
}

/** Read in pages, so that no writer waits. */
async function* peopleOf(db: Db): AsyncGenerator<Person> {
  for (let last = ''; ;) {
    const rows = await db
      .selectFrom('sequence_places')
      .innerJoin('people', 'people.id', 'sequence_places.person_id')
      .leftJoin('sequences', (join) =>
        join.onRef('sequences.person_id', '=', 'people.id').on('sequences.state', '=', 'active'),
      )
      .leftJoin('outbox', 'outbox.id', 'mail_id')
      .selectAll('sequence_places')
      .select([
        'people.email',
        'people.state',
        'performance_type',
        'outbox.state as mail_state',
        'outbox.due_at as mail_due_at',
        'outbox.data',
      ])
      .where('sequence_places.person_id', '>', last)
      .orderBy('sequence_places.person_id')
      .limit(atOnce)
      .execute()
    for (const row of rows) {
      const mail = row.mail_state && {
        state: row.mail_state,
        dueAt: row.mail_due_at!,
        data: JSON.parse(row.data!) as MailData,
      }
      yield {
        email: row.email,
        state: row.state,
        type: row.performance_type,
        progress: progressOf(row),
        mail,
      }
    }
    if (rows.length < atOnce) return
    last = rows.at(-1)!.person_id
  }
}

/** A step whose mail is queued already comes first. */
function futureOf(
  copy: SequenceCopy,
  { state, type, progress, mail }: Person,
  now: number,
  until: number,
): { steps: Forecast['steps']; reason: string } {
  const standing = { state, active: type !== null, progress }
  const step = standing.active && mail && copy.steps.find(({ name }) => name === mail.data.step)
  if (!step || mail.state === 'cancelled')
    return told(copy, standing, forecast(copy, standing, now, until))
  if (mail.state !== 'due' && mail.state !== 'sending')
    return { steps: [], reason: mailReasons[mail.state] ?? 'its mail has ended' }
  const at = leavesAt(copy, mail.dueAt, progress.step === null, now)
  const later = forecast(copy, { ...standing, progress: afterMail(progress, step, at) }, now, until)
  return told(copy, standing, { ...later, steps: [{ name: step.name, at }, ...later.steps] })
}

const mailReasons: Partial<Record<MailState, string>> = {
  overdue: 'its mail is more than 14 days late: npm run mail -- release',
  kept: 'its mail is kept, without a mail server: npm run mail -- release --kept',
  dead: 'its mail was refused: npm run mail -- retry',
}

function told(
  copy: SequenceCopy,
  { state, progress }: { state: PersonState; progress: Progress },
  { steps, end }: Forecast,
): { steps: Forecast['steps']; reason: string } {
  const reason = () => {
    if (end.does === 'wait')
      return {
        confirmation: 'has not confirmed yet',
        'the word': mailReasons.overdue!,
        later: 'its next step lies further ahead',
      }[end.for]
    if (end.does === 'stop' && end.rule === 'closed') return 'the campaign is closed'
    if (state !== 'confirmed')
      return state === 'unsubscribed' ? 'left the list' : `the address is ${state}`
    return stepAfter(copy, progress) ? 'the sequence was stopped' : 'has had every step'
  }
  return { steps, reason: reason() }
}

function clockOf(timeZone: string) {
  const day = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return { day: (at: number) => day.format(at), time: (at: number) => time.format(at) }
}

const count = (counts: Map<string, number>, key: string) =>
  void counts.set(key, (counts.get(key) ?? 0) + 1)

function newDay(byDay: Map<string, Map<string, number>>, day: string): Map<string, number> {
  const steps = new Map<string, number>()
  byDay.set(day, steps)
  return steps
}
