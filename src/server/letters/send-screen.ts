import type { FastifyRequest } from 'fastify'
import { letterPath } from '#contract/letter-screens.ts'
import { operatorMs } from '#contract/operator-times.ts'
import { perform } from '#server/acts/act.ts'
import { readLocalTime } from '#server/counts/zone-clock.ts'
import type { Db } from '#server/db/store.ts'
import { stopInWords } from '#server/delivery/describe-stop.ts'
import { ended, readOutcomes } from '#server/delivery/outcome-counts.ts'
import { destinationKind } from '#server/delivery/transport.ts'
import { storedAudience } from './audience.ts'
import { checkLetter, warningsOf } from './check.ts'
import type { Letter } from './letter.ts'
import { schedule, sendNow } from './send.ts'
import { readLastRun } from '#server/ops/doctor/doctor.ts'
import { readMailReport } from '#server/ops/mail-status.ts'
import { isDelay } from '#server/overview/attention.ts'
import { letterIn, noLetter, mailsPerHourOf, planOf } from './screens.ts'
import type { DashboardDeps } from '#server/dashboard/deps.ts'
import { mostMailsCounted } from '#server/overview/screen.ts'
import type { SignedIn } from '#server/dashboard/sessions.ts'

/** LETTER-2: the page that asks, once, before a letter is sent or scheduled. */
export async function askToSend(deps: DashboardDeps, request: FastifyRequest) {
  const letter = await letterIn(request, deps)
  if (!letter) return noLetter
  return letter.state === 'draft'
    ? questionOf(deps, letter, { day: '', time: '' })
    : { path: letterPath(letter.id) }
}

/** LETTER-2: of two operators at once, one sends it and the other is told. */
export async function sendLetter(deps: DashboardDeps, request: FastifyRequest, who: SignedIn) {
  const letter = await letterIn(request, deps)
  if (!letter) return noLetter
  const typed = pressIn(request.body)
  const at = plannedAt(typed, deps.campaign.timeZone)
  if ('wrong' in at && letter.state === 'draft') return questionOf(deps, letter, typed, at.wrong)
  const time = 'at' in at ? at.at : null
  const { id: actId, result: pressed } = await perform(
    time === null ? sendNow : schedule,
    { ...deps, rules: { mails: await deps.mailBundle(), publicUrl: deps.publicUrl } },
    {
      subject: letter,
      fields: { revision: typed.revision, counted: typed.people, at: time },
      by: who.session.operator,
    },
  )
  deps.letterChanged()
  if (pressed.outcome === 'unknown') return noLetter
  // The outcome of the act says why nothing was sent.
  if (pressed.outcome === 'sent' || pressed.letter.state !== 'draft')
    return { path: `${letterPath(letter.id)}?done=${actId}` }
  const wrong = pressed.outcome === 'refused' ? 'problems' : pressed.outcome
  return questionOf(deps, pressed.letter, typed, wrong)
}

type Typed = { revision: number; people: number; day: string; time: string }

function pressIn(body: unknown): Typed {
  const sent = body as Record<string, unknown>
  const text = (name: string) => (typeof sent[name] === 'string' ? sent[name].slice(0, 40) : '')
  const number = (name: string) => (/^\d{1,9}$/.test(text(name)) ? Number(text(name)) : 0)
  return {
    revision: number('revision'),
    people: number('people'),
    day: text('day'),
    time: text('time'),
  }
}

/** Without day and time: now. */
const plannedAt = ({ day, time }: Typed, timeZone: string) =>
  day === '' && time === '' ? { at: null } : readLocalTime(`${day}T${time}`, timeZone)

type Wrong =
  | Extract<ReturnType<typeof plannedAt>, { wrong: unknown }>['wrong']
  | 'changed'
  | 'problems'

/** LETTER-2: everything that the operator should know before sending. */
async function questionOf(
  deps: DashboardDeps,
  letter: Letter,
  { day, time }: { day: string; time: string },
  wrong?: Wrong | 'past',
) {
  const { store, config, campaign, now } = deps
  const rules = { mails: await deps.mailBundle(), publicUrl: deps.publicUrl }
  const checked = await checkLetter(letter, { ...rules, db: store.db })
  const { people, problems } = checked
  const providers = problems.length > 0 ? [] : checked.providers
  const recent = await readOutcomes(store.db, now() - operatorMs('outcomes'))
  return {
    screen: 'letter-confirm' as const,
    id: letter.id,
    revision: letter.revision,
    subject: letter.text.subject,
    audience: storedAudience(letter.audience),
    people,
    problems,
    /** what does not prevent sending, such as its size */
    warnings: await warningsOf(letter.text, rules),
    testedAtMs: letter.testedAt,
    providers: providers.map(({ provider, people: count }) => {
      const counts = recent.find((row) => row.provider === provider)
      const [mails, bounced] = counts ? [ended(counts), counts.bounced] : [0, 0]
      return { provider, people: count, mails, bounced }
    }),
    plan: planOf(deps, new Map(providers.map((row) => [row.provider, row.people])), now()),
    rules: campaign.letters,
    /** null without limits */
    mailsPerHour: mailsPerHourOf(config),
    /** as typed: a day and a time in the campaign's zone; empty for now */
    day,
    time,
    timeZone: campaign.timeZone,
    destination: destinationKind(config),
    doctor: await lastDoctor(store.db),
    mailStops: await stopsOfMail(deps),
    ...(wrong && { wrong }),
  }
}

/** The mail doctor's last result, with the checks that are wrong; null before the first. */
async function lastDoctor(db: Db) {
  const run = await readLastRun(db)
  const wrong = run?.checks.filter(({ state }) => state === 'wrong') ?? []
  return run && { atMs: run.atMs, wrong: wrong.map(({ key }) => key) }
}

/** Why mail does not flow, beside a delay that ends by itself. */
async function stopsOfMail({ store, config, campaign, now }: DashboardDeps): Promise<string[]> {
  const terms = { config, sequence: campaign.sequence, mostCounted: mostMailsCounted }
  const { queue } = await readMailReport(store.db, terms, now())
  return queue.stops.filter((stop) => !isDelay(stop)).map((stop) => stopInWords(stop).effect)
}
