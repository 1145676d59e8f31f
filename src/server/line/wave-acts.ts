import { campaign } from '#campaign'
import { titleOf, typesOf, type PerformanceType } from '#contract/quiz/quiz.ts'
import { counted, grouped, momentText, peopleText } from '#contract/english.ts'
import { dayMs, iso, jsonWithTimes } from '#contract/time.ts'
import { wavePaths, type TypedWave, type WaveReport } from '#contract/line/waves.ts'
import { act, type Act, type Sent, actionsOfActs } from '#server/acts/act.ts'
import { timeForLog } from '#server/acts/action-log.ts'
import { checkValue, actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { readWhole } from '#server/config/formats.ts'
import { readLocalTime } from '#server/counts/zone-clock.ts'
import type { Store } from '#server/db/store.ts'
import { readTime, wrongTyped } from '#server/launch/times.ts'
import { notDone, type Command } from '#server/cli/command.ts'
import { countWaiting } from './line.ts'
import { codesHead, codesLine, codesOfWave, findWave, readWaves } from './wave-reports.ts'
import {
  countInvitable,
  inviteWave,
  mostInWave,
  longestWaveMs,
  nextNumber,
  wrongNow,
  type InvitedWave,
  type WaveToInvite,
  type WrongWave,
} from './waves.ts'
import { useSpot } from './spots.ts'

/** `secrets` make the codes; `note` gets what an operator should know of a time. */
type WaveActDeps = {
  store: Store
  now: () => number
  timeZone: string
  secrets: () => Secrets
  mailQueued: () => void
  note: (line: string) => void
}

/** `number`: of the wave that the page asked for. A second press names one that exists by then. */
type Wave = Omit<WaveToInvite, 'by'>
/** `typed`: the fields of the form, with the number of people who would be invited now. */
type WaveToAsk = Wave & { number: number; people: number; waiting: number; typed: TypedWave }
type Invited = (InvitedWave & { refused?: never }) | { refused: WrongWave }

/**
 * LINE-8: invites as many as the page has asked for, or fewer if the line is shorter by now. Its
 * page names the exact number; of a wave that cannot be, the form of a new one says why.
 */
const invite = act<WaveActDeps>()<Wave, WaveToAsk | Wave, unknown, Invited>({
  name: 'invite-wave',
  said: 'Invited a wave',
  path: wavePaths.invite,
  find: async (deps, sent, isPressed) => {
    const read = await readWave(deps, sent)
    if ('wrong' in read) return null
    const { number } = sent
    return isPressed && number !== undefined ? { ...read, number: Number(number) } : read
  },
  ask: async ({ timeZone }, found) => {
    const wave = found as WaveToAsk
    const stay = wave.waiting - wave.people
    return {
      nav: 'waves',
      crumb: { label: 'Waves', path: wavePaths.waves },
      backTo: `${wavePaths.new}?${new URLSearchParams(wave.typed)}`,
      title: `Let ${peopleText(wave.people)} in?`,
      note: `Wave ${grouped(wave.number)} invites the people who are first in line when you press the button.`,
      facts: {
        For: forWhom(wave.quizType),
        'They get': 'a mail with a code each, and a page to take the spot or let it pass',
        Until: [{ moment: wave.until }, `, ${timeZone}, the same for everybody`],
        'Unused spots': 'go to the next in line, for as long as this wave lasts',
        'The line': counted(stay, 'stays in it and moves up', 'stay in it and move up'),
      },
      text: 'An invitation cannot be taken back.',
      sends: [['number', String(wave.number)], ...Object.entries(wave.typed)],
      button: `Let ${peopleText(wave.people)} in`,
      back: 'Not yet',
    }
  },
  details: ({ subject: { spots, until, quizType } }) => ({
    spots,
    until: timeForLog(until),
    ...(quizType !== null && { type: quizType }),
  }),
  async run({ store, now, secrets, mailQueued }, { subject: wave, by }) {
    const invited = await store.transact((trx) =>
      inviteWave(trx, { ...wave, by }, secrets()[0], now()),
    )
    if (!('refused' in invited)) mailQueued()
    return invited
  },
  outcome: (invited) =>
    invited.refused
      ? `nobody was invited (${invited.refused})`
      : `wave ${invited.number}, ${invited.invited} invited`,
  refused: ({ refused }) => (refused ? wrongWaves[refused] : null),
  leadsTo: () => wavePaths.waves,
  command: {
    name: 'invite',
    argument: 'N',
    help: `Prints how many of the first N people of the line would be invited. With --yes it invites them, and the server sends their mails. At most ${mostInWave} in one wave.`,
    options: {
      until: {
        value: 'TIME',
        required: true,
        help: "the end of the spots, as '2026-12-03 18:00' in the campaign's time zone",
      },
      type: {
        needs: 'quiz',
        value: 'TYPE',
        oneOf: typesOf(campaign.quiz),
        help: 'only people of this quiz type, and their mail says so',
      },
      yes: { flag: true, help: 'invites; without it the command only reports' },
    },
    check: (_, typed) => checkValue('N', { range: [1, mostInWave] }, typed),
    read: async ({ timeZone, note }, { until, type }, typed) => ({
      subject: {
        spots: Number(typed),
        until: readTime('until', until, { timeZone, note }),
        quizType: type ?? null,
      },
      fields: {},
    }),
    wouldDo: async ({ store: { db }, now, timeZone }, { subject: wave }) => {
      const people = await countInvitable(db, wave.quizType ?? '', wave.spots)
      const wrong = (await wrongNow(db, wave.until, now())) ?? (people === 0 ? 'nobody' : null)
      if (wrong) return { wrong: wrongWaves[wrong] }
      return {
        says: `It would invite ${people} of the line, until ${momentText(wave.until, timeZone)}. Add --yes to invite them.`,
        json: { people, endsAt: iso(wave.until) },
      }
    },
    refused: ({ refused }) => (refused ? `${wrongWaves[refused]} Nobody was invited.` : null),
    json: (invited) => {
      if (invited.refused) return null
      const { id, number, invited: people, until } = invited
      return { id, number, invited: people, endsAt: iso(until) }
    },
    says: (invited, { timeZone }) =>
      invited.refused
        ? []
        : [
            `Wave ${invited.number}: ${invited.invited} invited, until ${momentText(invited.until, timeZone)}. (${invited.id})`,
          ],
  },
})

const forWhom = (type: PerformanceType | null): string =>
  type === null ? 'everybody' : `type ${titleOf(campaign.quiz, type) ?? type}`

/** The fields of a new wave, as they were typed. */
export const typedIn = (sent: Sent): TypedWave => {
  const text = (name: keyof TypedWave) => String(sent[name] ?? '').slice(0, 40)
  return { spots: text('spots'), day: text('day'), time: text('time'), type: text('type') }
}

/** The wave that was typed, with the people whom it would invite now, or why it cannot be. */
export async function readWave(
  { store: { db }, now, timeZone }: Pick<WaveActDeps, 'store' | 'now' | 'timeZone'>,
  sent: Sent,
): Promise<WaveToAsk | { wrong: string }> {
  const typed = typedIn(sent)
  const { day, time, type } = typed
  const spots = readWhole(typed.spots) ?? 0
  if (spots < 1 || spots > mostInWave) return { wrong: wrongSpots }
  const end = readLocalTime(`${day}T${time}`, timeZone)
  if ('wrong' in end) return { wrong: wrongTyped[end.wrong] }
  const wrong = await wrongNow(db, end.at, now())
  if (wrong) return { wrong: wrongWaves[wrong] }
  const quizType = typesOf(campaign.quiz).find((known) => known === type) ?? null
  const people = await countInvitable(db, quizType ?? '', spots)
  if (people === 0) return { wrong: wrongWaves.nobody }
  return {
    spots,
    until: end.at,
    quizType,
    number: await nextNumber(db),
    people,
    waiting: await countWaiting(db),
    typed: { ...typed, spots: String(people) },
  }
}

/** Why no wave was invited, as a sentence. */
export const wrongWaves: Record<WrongWave, string> = {
  past: 'The end is past: choose a later one.',
  'too long': `A wave lasts at most ${longestWaveMs / dayMs} days.`,
  paused: 'The launch is paused, and waves with it: invite when it goes on.',
  nobody: 'Nobody in the line can be invited: all have taken a spot, or none is of this type.',
  'invited before':
    'A wave was invited since this page was shown, perhaps by a second press. Look at the list of waves before you invite another one.',
  'no line': 'The line has not begun: start the server once.',
}

const wrongSpots = `Give a whole number from 1 to ${grouped(mostInWave)}.`

export const waveActs: readonly Act<WaveActDeps>[] = [invite]

export type CommandDeps = Command & {
  store: Store
  timeZone: string
  secrets: () => Secrets
}

const action = actionsOf<CommandDeps>()
const mostListed = 100

/** LINE-8: waves of the line, from a shell. */
export const wavesCommand: CommandTable<CommandDeps> = {
  needs: 'line',
  name: 'waves',
  server: 'may run',
  help: 'Invites the first people of the line. Each gets a spot with a code and an end; an unused spot goes to the next in line. It needs the settings of the server (DATA_DIR or DATABASE_URL, SECRET_KEY).',
  actions: {
    ...actionsOfActs<CommandDeps, WaveActDeps>(waveActs, ({ now, ...deps }) => ({
      ...deps,
      now: () => now,
      mailQueued: () => {},
    })),

    list: action({
      help: `Lists the waves with the states of their spots, the newest first, ${mostListed} at most.`,
      options: { json },
      async run({ store, now, timeZone, print, note }, { json: asJson }) {
        const waves = await readWaves(store.db, mostListed, now)
        if (asJson) print(jsonWithTimes(waves))
        else for (const wave of waves) print(describeWave(wave, timeZone))
        if (!asJson && waves.length === 0) note('There are no waves yet.')
        return 0
      },
    }),

    codes: action({
      argument: 'ID',
      help: 'Prints the codes of a wave as CSV, for a shop: code, state, end, when the person came and when a shop reported it. No person is named. ID is the number of the wave or its id. With --json each line is an object.',
      options: { json },
      run: printCodes,
    }),

    came: action({
      argument: 'CODE',
      help: 'Reports that a code was used in the shop. Exit code 1 if it is unknown, ended, or was reported before.',
      options: { json },
      run: came,
    }),
  },
}

async function printCodes(
  { store, now, print, note, secrets }: CommandDeps,
  { json: asJson }: { json: boolean },
  id: string,
): Promise<number> {
  const wave = await findWave(store.db, id, now)
  if (!wave) return notDone(note, 'There is no such wave.')
  if (!asJson) print(codesHead.trimEnd())
  for await (const codes of codesOfWave(store.db, wave.id, secrets(), now))
    for (const code of codes) print(asJson ? jsonWithTimes(code) : codesLine(code).trimEnd())
  return 0
}

async function came(
  { store, now, print, note }: CommandDeps,
  { json: asJson }: { json: boolean },
  typed: string,
): Promise<number> {
  const used = await store.transact((trx) => useSpot(trx, typed, 'report', now))
  if (!used) return notDone(note, 'This code is unknown.')
  const { done, spot } = used
  const report = { done, wave: spot.number, state: spot.state, usedAt: spot.usedAt }
  if (asJson) print(jsonWithTimes(report))
  else if (done) print(`The code of wave ${spot.number} is used.`)
  if (done || asJson) return done ? 0 : 1
  return notDone(
    note,
    spot.usedAt === null
      ? `This spot is not open any more (${spot.state}).`
      : 'This code was used before.',
  )
}

function describeWave(wave: WaveReport, timeZone: string): string {
  const { number, size, quizType, people, used, free } = wave
  const type = quizType === null ? '' : ` of type ${quizType}`
  const states = Object.entries(people).map(([state, n]) => `${grouped(n)} ${state}`)
  return `Wave ${number}: ${counted(size, 'spot')}${type}, invited on ${momentText(wave.invitedAt, timeZone)}, until ${momentText(wave.endsAt, timeZone)}. ${states.join(', ')}; ${grouped(used)} used in a shop, ${grouped(free)} free.`
}
