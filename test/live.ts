import { campaign } from '#campaign'
import {
  activeOf,
  dayMs,
  hourMs,
  partsOf,
  people,
  stepNames,
  waysOf,
  type Model,
  type Who,
} from './person-model.ts'
import type { lifeOnStore, Seen, StepMail } from './person-on-store.ts'
import type { Script } from './person-scripts.ts'
import { noon } from './mailbox.ts'

/**
 * Runs a script on the store and on the model, and compares after each moment. Throws where no
 * order of what happened at once explains what is there.
 */
export async function live({ optIn, moments }: Script, lives: ReturnType<typeof lifeOnStore>[]) {
  let models: Model[] = [{ optIn, here: {}, erased: [] }]
  let now = noon
  const arrived: Arrived = new Map()
  for (const [index, moment] of moments.entries()) {
    now += 1_000
    for (const command of moment) if (command.does === 'forward') now += command.hours * hourMs
    const ends = await Promise.allSettled(
      moment.map((command, process) => lives[process]!.run(command, now + process)),
    )
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    for (const life of lives) if (life.trouble()) throw life.trouble()
    const seen = new Map(
      await Promise.all(people.map(async (one) => [one, await lives[0]!.seen(one)] as const)),
    )
    const ways = models.flatMap((model) =>
      choices(moment, model)
        .flatMap(orders)
        .map((order) => {
          const passed = [model]
          for (const { part, process } of order) {
            const next = structuredClone(passed.at(-1)!)
            part(next, now + process)
            passed.push(next)
          }
          return passed
        }),
    )
    const told = (what: string) => `after command ${index + 1} (${JSON.stringify(moment)}): ${what}`
    const expected = [
      ...new Set(
        ways.map((passed) =>
          JSON.stringify(people.map((one) => viewOf(passed.at(-1)!, one, seen.get(one)!))),
        ),
      ),
    ]
    const found = JSON.stringify(people.map((one) => without(seen.get(one)!)))
    if (!expected.includes(found))
      throw new Error(told(`kept is ${found}, expected ${expected.join(' or ')}`))
    for (const one of people) {
      const wrong = hearSteps(
        seen.get(one)?.steps ?? [],
        arrived,
        ways.flat().map(({ here }) => here[one]),
        lives.length === 1,
        now,
      )
      if (wrong) throw new Error(told(`${one} got ${wrong}`))
    }
    const unserved =
      moment.length === 1 &&
      moment[0]!.does === 'tick' &&
      people.find((one) =>
        ways.every((passed) => awaitsFirst(passed.at(-1)!.here[one], seen.get(one)!)),
      )
    if (unserved)
      throw new Error(told(`${unserved} is on the list, has taken the quiz, and got nothing`))
    models = ways
      .map((passed) => passed.at(-1)!)
      .filter(
        (model) =>
          JSON.stringify(people.map((one) => viewOf(model, one, seen.get(one)!))) === found,
      )
    models = [...new Map(models.map((model) => [JSON.stringify(model), model])).values()]
  }
}

type Arrived = Map<string, StepMail & { at: number }>
/** Every way of one command with every way of the other. */
function choices(moment: Script['moments'][number], model: Model): Part['part'][][][] {
  const [first, second] = moment
  if (!first) return []
  if (!second) return [[partsOf(first)]]
  return waysOf(first, model).flatMap((one) => waysOf(second, model).map((other) => [one, other]))
}

type Part = { part: ReturnType<typeof partsOf>[number]; process: number }

/** Every order in which the parts of two commands can have come about. */
function orders(commands: Part['part'][][]): Part[][] {
  const begun = commands.flatMap((parts, process) =>
    parts.length === 0 ? [] : [{ part: parts[0]!, process }],
  )
  if (begun.length === 0) return [[]]
  return begun.flatMap((first) =>
    orders(
      commands.map((parts, process) => (process === first.process ? parts.slice(1) : parts)),
    ).map((rest) => [first, ...rest]),
  )
}

const without = (seen: Seen | null) =>
  seen && {
    state: seen.state,
    mails: seen.mails,
    results: seen.results,
    unclaimed: seen.unclaimed,
  }

/** When a sequence has run out is the store's to say, once the last step is there. */
function viewOf(model: Model, one: Who, seen: Seen | null): unknown {
  const person = model.here[one]
  if (!person) return null
  const { state, mails } = person
  person.results.sort((a, b) => a.at - b.at)
  for (const [index, result] of person.results.entries())
    if (
      result.sequence === 'active' &&
      seen?.results[index]?.sequence === 'finished' &&
      seen.steps.at(-1)?.step === stepNames.at(-1)
    )
      result.sequence = 'finished'
  return {
    state,
    mails: mails
      .toSorted((a, b) => a.at - b.at)
      .map(({ template, state }) => ({ template, state })),
    results: person.results.map(({ type, sequence }) => ({ type, sequence })),
    unclaimed: person.unclaimed.map(({ type }) => type),
  }
}

/**
 * Notes the mails of the sequence that arrived just now. Returns what is wrong with one of them, or
 * null.
 */
function hearSteps(
  steps: readonly StepMail[],
  arrived: Arrived,
  passed: readonly Model['here'][Who][],
  alone: boolean,
  now: number,
): string | null {
  for (const mail of steps) {
    if (arrived.has(mail.id)) continue
    const wrong = wrongStep(mail, steps, arrived, passed, alone, now)
    if (wrong) return `${mail.step}: ${wrong}`
    arrived.set(mail.id, { ...mail, at: now })
  }
  return null
}

/** Why a mail of the sequence should not have come, or null. */
function wrongStep(
  mail: StepMail,
  steps: readonly StepMail[],
  arrived: Arrived,
  passed: readonly Model['here'][Who][],
  alone: boolean,
  now: number,
): string | null {
  if (
    !passed.some((person) => person?.state === 'confirmed' && activeOf(person)?.type === mail.type)
  )
    return `its type is ${mail.type}, of which no sequence is active, or they are not on the list`
  const before = steps.flatMap(({ id }) => arrived.get(id) ?? [])
  const last = before.at(-1)
  if (
    mail.step !== stepNames[0] &&
    mail.step !== stepNames[stepNames.indexOf(last?.step ?? '') + 1]
  )
    return `the one before was ${last?.step}`
  // Beside another process a mail may be queued at one look and arrive at the next, and the limits
  // count from the queueing.
  if (!alone) return null
  if (mail.step !== stepNames[0])
    return now - last!.at < dayMs ? 'the second in a day' : isNight(now) ? 'at night' : null
  const firsts = before.filter(({ step }) => step === stepNames[0]).map(({ at }) => at)
  return firsts.some((at) => now - at < dayMs) ||
    firsts.filter((at) => now - at < 30 * dayMs).length >= 3
    ? 'too many first mails'
    : null
}

const awaitsFirst = (person: Model['here'][Who], seen: Seen | null): boolean =>
  person?.state === 'confirmed' &&
  activeOf(person) !== undefined &&
  seen !== null &&
  seen.steps.length + seen.overdueSteps === 0

function isNight(at: number): boolean {
  const {
    timeZone,
    quietHours: { from, to },
  } = campaign.sequence!
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at),
  )
  return hour >= from || hour < to
}
