import { sequence } from '#campaigns/fuel/sequence.ts'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import type { MailTemplate } from '#contract/mails/mails.ts'
import { isSilenced, type PersonState } from '#contract/people/waitlist.ts'

/**
 * What the promises say of the life of an address, without a word of how it is kept: the store is
 * held to it by test/faults/model.test.ts.
 */
export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
export const people = ['sanne@example.com', 'daan@example.com'] as const
export type Who = (typeof people)[number]

/**
 * `confirm` and `leave` press the link of the last mail that arrived, of the kind that has one;
 * `report` is what comes back about that mail, a bounce by the mailbox or a complaint by a webhook;
 * `save` with `ask` asks for its sequence, without it the server starts that itself; `own` if it comes
 * with the person's device or link; `claim`: who is on the list says that the newest result of which
 * nobody knows whose it is is theirs; `letter` is sent to everybody on the list, and its mails wait
 * for the next tick.
 */
export type Command =
  | { does: 'join' | 'confirm' | 'leave' | 'bounce' | 'complain' | 'erase' | 'claim'; who: Who }
  | { does: 'report'; who: Who; kind: 'hard-bounce' | 'complaint' }
  | { does: 'import'; who: Who; confirmed: boolean }
  | { does: 'save'; who: Who; type: PerformanceType; ask: boolean; own: boolean }
  | { does: 'letter' | 'tick' | 'restart' }
  | { does: 'forward'; hours: number }

export type Mail = {
  template: MailTemplate | 'letter'
  at: number
  state: 'due' | 'kept' | 'cancelled' | 'overdue'
  /** when the result was saved that the mail asks about */
  about?: number
}
/** `dueAt`: when the server starts its sequence by itself. */
export type Result = {
  type: PerformanceType
  at: number
  dueAt: number
  ask: boolean
  sequence: 'waits' | 'active' | 'replaced' | 'stopped' | 'finished'
}
/**
 * `welcomed`: the welcome mail was queued, or never will be; `limits`: when the mails of the
 * present state were queued; `linkAt`: when the newest confirm link was drawn; `unclaimed`: results of
 * which nobody knows whose they are.
 */
export type Person = {
  state: PersonState
  welcomed: boolean
  leftAt: number
  limits: number[]
  mails: Mail[]
  results: Result[]
  unclaimed: { type: PerformanceType; at: number }[]
  linkAt: number
  /** pressed a link, or an import vouches for the mailbox; single opt-in proves nothing */
  proven: boolean
}
export type Model = {
  optIn: 'double' | 'single'
  here: Partial<Record<Who, Person>>
  erased: Who[]
}

type Step = (model: Model, now: number) => void

/**
 * What a command does, in parts between which another process may come. Each part changes the model
 * that it is handed.
 */
export function partsOf(command: Command): Step[] {
  switch (command.does) {
    case 'join':
      return [(model, now) => enter(model, command.who, now, false)]
    case 'save':
      return [
        (model, now) => {
          const known = model.here[command.who]
          const proven = known?.proven || model.optIn === 'double'
          if (known?.state === 'confirmed' && proven && !command.own)
            return saveUnproven(known, command.type, now)
          const person = enter(model, command.who, now, true)
          person.results.push({
            type: command.type,
            ask: command.ask,
            at: now,
            dueAt: now + startsAfterMs,
            sequence: 'waits',
          })
          if (person.state === 'unsubscribed') forgetResults(person)
        },
        ...(command.ask
          ? [onPerson(command.who, (person) => startWhere(person, ({ ask }) => ask))]
          : []),
      ]
    case 'claim':
      return [
        onPerson(command.who, (person, now) => {
          const newest = person.unclaimed.at(-1)
          if (person.state !== 'confirmed' || !newest || now >= newest.at + 7 * dayMs) return
          person.unclaimed.pop()
          person.results.push({ ...newest, at: now, ask: false, dueAt: now, sequence: 'waits' })
        }),
      ]
    case 'confirm':
      return [
        onPerson(command.who, (person, now) => {
          if (
            now >= person.linkAt + 30 * dayMs ||
            !['unconfirmed', 'unsubscribed'].includes(person.state)
          )
            return
          if (!person.welcomed) person.mails.push({ template: 'welcome', at: now, state: 'due' })
          Object.assign(person, {
            state: 'confirmed',
            welcomed: true,
            limits: [],
            leftAt: 0,
            proven: true,
          })
        }),
      ]
    case 'leave':
      return [
        onPerson(command.who, (person, now) => {
          const entered =
            person.state === 'unsubscribed' &&
            now > person.leftAt &&
            (person.mails.some(waits) || person.results.some(({ at }) => at > person.leftAt))
          if (
            !person.mails.some(({ state }) => state === 'kept') ||
            !(entered || ['unconfirmed', 'confirmed'].includes(person.state))
          )
            return
          Object.assign(person, {
            state: 'unsubscribed',
            limits: person.state === 'confirmed' ? [] : person.limits,
            leftAt: now,
          })
          endAll(person)
        }),
      ]
    case 'bounce':
      return [silence(command.who, 'bounced')]
    case 'complain':
      return [silence(command.who, 'complained')]
    case 'report':
      return [
        onPerson(command.who, (person) => {
          if (isSilenced(person.state) || !person.mails.some(({ state }) => state === 'kept'))
            return
          person.state = command.kind === 'complaint' ? 'complained' : 'bounced'
          endAll(person)
        }),
      ]
    case 'erase':
      return [
        ({ here, erased }) => {
          delete here[command.who]
          erased.push(command.who)
        },
      ]
    case 'import':
      return [
        (model) => {
          if (!model.here[command.who] && !model.erased.includes(command.who))
            model.here[command.who] = {
              ...newPerson(command.confirmed ? 'confirmed' : 'unconfirmed', []),
              welcomed: true,
              proven: true,
            }
        },
      ]
    case 'letter':
      return [
        onAll((person, now) => {
          if (person.state === 'confirmed')
            person.mails.push({ template: 'letter', at: now, state: 'due' })
        }),
      ]
    case 'tick':
      return [
        onAll((person, now) => startWhere(person, ({ dueAt }) => now >= dueAt)),
        onAll((person, now) => deliver(person, now)),
      ]
    case 'forward':
    case 'restart':
      return []
  }
}

/**
 * The ways in which a command can happen beside another one: mails leave one by one, so the other may
 * come when some of those that are due have left.
 */
export function waysOf(command: Command, { here }: Model): Step[][] {
  const parts = partsOf(command)
  if (command.does !== 'tick') return [parts]
  const mails = Object.values(here).flatMap((person) => person.mails)
  const due = [...new Set(mails.filter(waits).map(({ template }) => template))]
  return subsetsOf(due).map((first) => [
    ...parts.slice(0, -1),
    onAll((person, now) => deliver(person, now, first)),
    ...parts.slice(-1),
  ])
}

const subsetsOf = <T>(items: readonly T[]): T[][] =>
  items.reduce<T[][]>((sets, item) => [...sets, ...sets.map((set) => [...set, item])], [[]])

const newPerson = (state: PersonState, limits: number[]): Person => ({
  state,
  welcomed: state === 'confirmed',
  leftAt: 0,
  limits,
  mails: [],
  results: [],
  unclaimed: [],
  linkAt: -Infinity,
  proven: false,
})
const onPerson =
  (who: Who, change: (person: Person, now: number) => void): Step =>
  ({ here }, now) => {
    if (here[who]) change(here[who], now)
  }
const onAll =
  (change: (person: Person, now: number) => void): Step =>
  ({ here }, now) =>
    Object.values(here).forEach((person) => change(person, now))

function enter(model: Model, who: Who, now: number, withQuiz: boolean): Person {
  const known = model.here[who]
  const person = (model.here[who] ??= newPerson(
    model.optIn === 'single' ? 'confirmed' : 'unconfirmed',
    [now],
  ))
  const template = known ? calledFor(known, now) : model.optIn === 'single' ? 'welcome' : 'confirm'
  if (!template || (withQuiz && template === 'listed')) return person
  if (known) known.limits.push(now)
  person.mails.push({ template, at: now, state: 'due' })
  return person
}

const startsAfterMs = 10 * 60_000

/** QUIZ-9: three at most, and one mail, within the limits of 'you are on the list'. */
function saveUnproven(person: Person, type: PerformanceType, now: number): void {
  person.unclaimed = [...person.unclaimed, { type, at: now }]
    .toSorted((a, b) => a.at - b.at)
    .slice(-3)
  if (calledFor(person, now) !== 'listed') return
  person.limits.push(now)
  person.mails.push({ template: 'result', at: now, state: 'due', about: now })
}

/** Of results since the person left three stay, and the one of the active sequence. */
function forgetResults(person: Person): void {
  const since = person.results
    .filter(({ at }) => at > person.leftAt)
    .toSorted((a, b) => a.at - b.at)
  const gone = since.slice(0, -3).filter(({ sequence }) => sequence !== 'active')
  person.results = person.results.filter((result) => !gone.includes(result))
}

/**
 * Unconfirmed: a new link a day, three in all. Left: the same, counted on from there, or from the
 * leaving of who was on the list. On the list: one mail a day, three in 30 days.
 */
function calledFor({ state, limits, leftAt }: Person, now: number): MailTemplate | null {
  const aDaySince = (at: number) => now - at >= dayMs
  if (
    isSilenced(state) ||
    !limits.every(aDaySince) ||
    (state === 'unsubscribed' && !aDaySince(leftAt))
  )
    return null
  if (state === 'confirmed')
    return limits.filter((at) => now - at < 30 * dayMs).length < 3 ? 'listed' : null
  return limits.length < 3 ? 'confirm' : null
}

const silence =
  (who: Who, state: PersonState): Step =>
  ({ here }) => {
    here[who] ??= newPerson(state, [])
    here[who].state = state
    endAll(here[who])
  }

const waits = ({ state }: Mail) => state === 'due' || state === 'overdue'

function endAll({ mails, results }: Person) {
  for (const mail of mails) if (waits(mail)) mail.state = 'cancelled'
  for (const result of results) if (result.sequence === 'active') result.sequence = 'stopped'
}

/**
 * Of all that is asked for the newest result counts. Who left after the result, or gets no mail,
 * gets none of it.
 */
function startWhere(person: Person, asked: (result: Result) => boolean) {
  for (const result of person.results.toSorted((a, b) => a.at - b.at)) {
    if (result.sequence !== 'waits' || !asked(result)) continue
    const active = person.results.find(({ sequence }) => sequence === 'active')
    if (isSilenced(person.state) || (person.state === 'unsubscribed' && person.leftAt >= result.at))
      result.sequence = 'stopped'
    else if (active && active.at > result.at) result.sequence = 'replaced'
    else {
      if (active) active.sequence = 'replaced'
      result.sequence = 'active'
    }
  }
}

/**
 * Nobody who left or is silenced gets a mail, but for the confirm mail asked for since; what has
 * waited for three days waits for the operator's word. A letter of three days ago waits as a whole.
 * `templates`: of the mails to deliver; all by default.
 */
function deliver(person: Person, now: number, templates?: readonly Mail['template'][]) {
  for (const mail of person.mails) {
    if (templates && !templates.includes(mail.template)) continue
    // It was due when it was queued, even where another process's clock is a moment ahead.
    if (mail.state !== 'due') continue
    const isLate = mail.at < now - 3 * dayMs
    if (isLate && mail.template === 'letter') continue
    mail.state = !mayGet(person, mail.template, mail.at)
      ? 'cancelled'
      : isLate
        ? 'overdue'
        : isAnswered(person, mail)
          ? 'cancelled'
          : 'kept'
    if (mail.state === 'kept' && mail.template === 'confirm') person.linkAt = now
  }
}

/** The result that it asks about is claimed, or newer ones have taken its place. */
const isAnswered = ({ unclaimed }: Person, { about }: Mail): boolean =>
  about !== undefined && !unclaimed.some(({ at }) => at === about)

function mayGet({ state, leftAt }: Person, template: Mail['template'], queuedAt: number): boolean {
  if (template === 'letter') return state === 'confirmed'
  if (state === 'unsubscribed') return template === 'confirm' && queuedAt >= leftAt
  return !isSilenced(state) && !(template === 'confirm' && state === 'confirmed')
}

export const activeOf = ({ results }: Person): Result | undefined =>
  results.find((result) => result.sequence === 'active')
export const stepNames = sequence.steps.map(({ name }) => name)
