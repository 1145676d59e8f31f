import { peopleText } from '#contract/counted.ts'
import { campaign } from '#campaign/campaign.ts'
import { grouped } from '#contract/figures.ts'
import { performanceTypes, type PerformanceType } from '#contract/quiz.ts'
import { wavePaths, type TypedWave } from '#contract/wave-screens.ts'
import { inZone } from '#contract/zone-times.ts'
import { act, type Act, type Sent } from '#server/acts/act.ts'
import { timeForLog } from '#server/acts/action-log.ts'
import { checkValue } from '#server/cli/command-table.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { readWhole } from '#server/config/formats.ts'
import { readLocalTime, wrongTimes } from '#server/counts/zone-clock.ts'
import type { Db, Store } from '#server/db/store.ts'
import { readTime } from '#server/launch/launch-act.ts'
import { readHead } from './head.ts'
import { wrongSpots, wrongWaves } from './wave-reports.ts'
import {
  countInvitable,
  inviteWave,
  mostInWave,
  nextNumber,
  wrongNow,
  type InvitedWave,
  type WaveToInvite,
  type WrongWave,
} from './waves.ts'

/** `secrets` make the codes; `note` gets what an operator should know of a time. */
export type WaveActDeps = {
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
      note: `Wave ${grouped(wave.number)}: the first of the line in the moment you press. Who has passed by then counts.`,
      facts: {
        For: forWhom(wave.quizType),
        'They get': 'a mail with a code each, and a page to take the spot or let it pass',
        Until: [{ moment: wave.until }, `, ${timeZone}, for all the same`],
        'Unused spots': 'go to the next in line, for as long as this wave lasts',
        'The line':
          stay === 1 ? '1 stays in it and moves up' : `${grouped(stay)} stay in it and move up`,
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
        value: 'TYPE',
        oneOf: performanceTypes,
        help: 'only people of this quiz type, and their mail says so',
      },
      yes: { flag: true, help: 'invites; without it the command only reports' },
    },
    check: (_, typed) => checkValue('N', { range: [1, mostInWave] }, typed),
    read: async ({ timeZone, note }, { until, type }, typed) => ({
      subject: {
        spots: Number(typed),
        until: readTime('until', until, { timeZone, note }),
        // `oneOf` has let only types through.
        quizType: (type ?? null) as PerformanceType | null,
      },
      fields: {},
    }),
    wouldDo: async ({ store: { db }, now, timeZone }, { subject: wave }) => {
      const people = await countInvitable(db, wave.quizType ?? '', wave.spots)
      const wrong = (await wrongNow(db, wave.until, now())) ?? (people === 0 ? 'nobody' : null)
      if (wrong) return { wrong: wrongWaves[wrong] }
      return {
        says: `It would invite ${people} of the line, until ${inZone(wave.until, timeZone).dayAndTime}. Add --yes to invite them.`,
        json: { people, endsAt: new Date(wave.until).toISOString() },
      }
    },
    refused: ({ refused }) => (refused ? `${wrongWaves[refused]} Nobody was invited.` : null),
    json: (invited) => {
      if (invited.refused) return null
      const { id, number, invited: people, until } = invited
      return { id, number, invited: people, endsAt: new Date(until).toISOString() }
    },
    says: (invited, { timeZone }) =>
      invited.refused
        ? []
        : [
            `Wave ${invited.number}: ${invited.invited} invited, until ${inZone(invited.until, timeZone).dayAndTime}. (${invited.id})`,
          ],
  },
})

const forWhom = (type: PerformanceType | null): string =>
  type === null ? 'everybody' : `type ${campaign.quiz?.types[type].title ?? type}`

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
  if ('wrong' in end)
    return { wrong: { ...wrongTimes, unreadable: 'Enter a day and a time.' }[end.wrong] }
  const wrong = await wrongNow(db, end.at, now())
  if (wrong) return { wrong: wrongWaves[wrong] }
  const quizType = performanceTypes.find((known) => known === type) ?? null
  const people = await countInvitable(db, quizType ?? '', spots)
  if (people === 0) return { wrong: wrongWaves.nobody }
  return {
    spots,
    until: end.at,
    quizType,
    number: await nextNumber(db),
    people,
    waiting: await waitingIn(db),
    typed: { ...typed, spots: String(people) },
  }
}

export const waitingIn = async (db: Db): Promise<number> => (await readHead(db))?.waiting ?? 0

export const waveActs: readonly Act<WaveActDeps>[] = [invite]
