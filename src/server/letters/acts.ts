import type { Transaction } from 'kysely'
import type { Question } from '#contract/dashboard/ask.ts'
import { letterPath, letterPaths } from '#contract/letters/screens.ts'
import { letterState, sentOf, subjectOf, titleOf, waitingOf } from '#contract/letters/letters.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import { counted, grouped, peopleText } from '#contract/english.ts'
import { act, type Act, type ActCommand } from '#server/acts/act.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Store } from '#server/db/store.ts'
import {
  mayHaveIt,
  readLetterCounts,
  copyLetter,
  deleteDraft,
  letterForLog,
  readLetter,
  type Letter,
} from './letter.ts'
import {
  actsFrom,
  pauseLetter,
  resumeLetter,
  stopLetter,
  unscheduleLetter,
  type Changed,
} from './states.ts'

/** `calendar`: the time that decides when a letter begins. `letterChanged` is called after a commit. */
export type LetterActDeps = {
  store: Store
  now: () => number
  calendar: () => number
  letterChanged: () => void
}

const letterAct = act<LetterActDeps>()

const common = {
  find: ({ store }: LetterActDeps, { id }: { id?: unknown }) => readLetter(store.db, String(id)),
  details: ({ subject }: { subject: Letter }) => letterForLog(subjectOf(subject)),
}

const asked = (letter: Letter, words: Omit<Question, 'nav' | 'crumb' | 'note'>): Question => ({
  nav: 'letters',
  crumb: { label: titleOf(subjectOf(letter)), path: letterPath(letter.id) },
  note: 'The log names you.',
  ...words,
})

/** Somebody may have acted since the screen of the letter was shown. */
const notPossible = (letter: Letter): Question =>
  asked(letter, {
    title: 'Nothing to do',
    facts: {},
    text: `The letter’s state is ‘${letterState(letter.state, letter.pausedBy)}’, so this cannot be done. Somebody may have acted before you.`,
    button: null,
    back: 'See the letter',
  })

const mails = (count: number) => counted(count, 'mail')

/** What is known of a letter's mails. `may`: how many may have it already; null if it is not held. */
async function read({ store, now }: LetterActDeps, letter: Letter) {
  const { total } = await readLetterCounts(store.db, letter.id)
  const may = mayHaveIt(letter, total, now())
  return {
    queued: total.queued,
    may,
    sent: `${mails(sentOf(total))}; they cannot be recalled`,
    waits: mails(waitingOf(total)),
    held: heldFacts(may),
  }
}

const heldFacts = (may: number | null): Question['facts'] =>
  may === null ? {} : { 'May have it already': `up to ${peopleText(may)}` }

type Read = Awaited<ReturnType<typeof read>>

type Declared = {
  name: keyof typeof actsFrom
  said: string
  words: (letter: Letter, of: Read) => Omit<Question, 'nav' | 'crumb' | 'note'>
  change: (trx: Transaction<Schema>, id: string, now: number) => Promise<Changed>
  /** of the command, with what it says once it is done */
  help: string
  done: string
  command?: Partial<ActCommand<LetterActDeps, Letter, unknown, Changed>>
}

/** LETTER-2: a change of state. Of two operators at once one changes it, and the log tells the other. */
const changeOf = ({ name, said, words, change, help, done, command }: Declared) =>
  letterAct<Letter, Letter, unknown, Changed>({
    name: `${name}-letter`,
    said,
    path: letterPaths.act(':id', name),
    ...common,
    ask: async (deps, letter) =>
      (actsFrom[name] as readonly string[]).includes(letter.state)
        ? asked(letter, words(letter, await read(deps, letter)))
        : notPossible(letter),
    async run({ store, calendar, letterChanged }, { subject: { id } }) {
      const changed = await store.transact((trx) => change(trx, id, calendar()))
      letterChanged()
      return changed
    },
    outcome: outcomeOf,
    leadsTo: ({ id }) => letterPath(id),
    command: {
      name,
      help,
      argument: 'ID',
      read: readArgument,
      begins: async (deps, { subject }) => describeHeld(await read(deps, subject)),
      refused: (changed) => describeRefusal(name, changed),
      json: (changed) =>
        changed.outcome === 'done' && { id: changed.letter.id, state: changed.letter.state },
      says: () => [done],
      ...command,
    },
  })

async function readArgument({ store }: LetterActDeps, _: unknown, id: string) {
  const subject = await readLetter(store.db, id)
  return subject ? { subject, fields: {} } : { wrong: unknownLetter }
}

const describeHeld = ({ may, queued }: Read): string | null => {
  if (may === null) return null
  return may === 0
    ? 'The letter is held. Its time has not come, so nobody has it yet.'
    : `The letter is held: up to ${peopleText(may)} of ${grouped(queued)} may already have it, because the store does not know what left after the time to which it was put back, or before mail was held.`
}

export const unknownLetter =
  'There is no letter with this id. npm run letters -- list shows all ids.'

/** Why an act did nothing, and what to do. */
function describeRefusal(name: Declared['name'], changed: Changed): string | null {
  if (changed.outcome === 'done') return null
  if (changed.outcome === 'unknown') return unknownLetter
  const { state } = changed.letter
  return `The letter is ${stateWords[state] ?? state}: ${actWords[name]} Nothing was changed.`
}

const stateWords: Record<string, string> = { draft: 'a draft', sending: 'being sent' }
const actWords: Record<Declared['name'], string> = {
  unschedule: 'only a scheduled letter can become a draft again.',
  pause: 'only a letter that is being sent can be paused.',
  resume: 'only a paused letter can be resumed.',
  stop: 'only a letter that is scheduled, being sent or paused can be stopped.',
}

/** The outcome of a change of state for the log. */
const outcomeOf = (changed: Changed): string =>
  changed.outcome === 'done'
    ? 'done'
    : unchanged(changed.outcome === 'unknown' ? 'gone' : `already ${changed.letter.state}`)

const unchanged = (state: string) => `nothing changed, the letter was ${state}`

const pause = changeOf({
  name: 'pause',
  said: 'Paused a letter',
  words: (_, { sent, waits, held }) => ({
    title: 'Pause this letter?',
    facts: {
      Sent: sent,
      Waits: waits,
      ...held,
      'Mails being sent': 'are finished; the next ones wait',
      Until: 'an operator resumes or stops it',
    },
    button: 'Pause',
    back: 'Let it go on',
  }),
  change: (trx, id, now) => pauseLetter(trx, id, 'operator', now),
  help: 'Pauses a letter that is being sent.',
  done: 'Paused. Mails on the way arrive.',
})

/** A held letter is resumed by a command with `--yes` alone. */
const resume = changeOf({
  name: 'resume',
  said: 'Resumed a letter',
  words: (_, { sent, waits, held }) => ({
    title: 'Resume this letter?',
    facts: {
      Sent: sent,
      Waits: waits,
      ...held,
      Pace: 'goes on where it was paused',
      'Stop rules': 'start counting again from zero',
    },
    button: 'Resume',
    back: 'Leave it paused',
  }),
  change: resumeLetter,
  help: 'Resumes a paused letter, also one that stopped by itself. Its stop rules start again from zero. Of a letter that is held after a restore it prints how many people may already have it, and resumes it with --yes.',
  done: 'Resumed.',
  command: {
    options: { yes: { flag: true, help: 'resumes a letter that is held after a restore' } },
    async wouldDo(deps, { subject }) {
      const { may } = await read(deps, subject)
      const { id, state } = subject
      return may === null
        ? null
        : {
            says: `Nothing was changed. Send it to all of them, also to those who may have it: npm run letters -- resume ${id} --yes. End it: npm run letters -- stop ${id}`,
            json: { id, state, mayHaveIt: may },
          }
    },
  },
})

const stop = changeOf({
  name: 'stop',
  said: 'Stopped a letter',
  words: (_, { sent, waits, held }) => ({
    title: 'Stop this letter for good?',
    facts: {
      Sent: sent,
      Cancelled: waits,
      ...held,
      'Way back': 'none: it cannot be resumed. Pause it if you are not sure.',
    },
    button: 'Stop',
    danger: true,
    back: 'Do not stop it',
  }),
  change: stopLetter,
  help: 'Stops a letter for good: the mails that wait are cancelled.',
  done: 'Stopped. The mails that waited are cancelled.',
})

const unschedule = changeOf({
  name: 'unschedule',
  said: 'Made a scheduled letter a draft',
  words: ({ plannedAt }) => ({
    title: 'Make it a draft again?',
    facts: {
      'Planned for': plannedAt === null ? 'now' : { moment: plannedAt },
      Then: 'nothing is sent until an operator sends or schedules it again',
      Audience: 'is counted again then',
    },
    button: 'Make it a draft',
    back: 'Leave it scheduled',
  }),
  change: unscheduleLetter,
  help: 'Makes a scheduled letter a draft again.',
  done: 'It is a draft again.',
})

const remove = letterAct<Letter, Letter, unknown, boolean>({
  name: 'delete-letter',
  said: 'Deleted a draft',
  path: letterPaths.act(':id', 'delete'),
  ...common,
  ask: async (_, letter) =>
    letter.state === 'draft'
      ? asked(letter, {
          title: 'Delete this draft?',
          facts: { Deleted: 'subject, preview line and body', 'Way back': 'none' },
          button: 'Delete',
          danger: true,
          back: 'Keep it',
        })
      : notPossible(letter),
  run: ({ store }, { subject: { id } }) => store.transact((trx) => deleteDraft(trx, id)),
  outcome: (isDeleted) => (isDeleted ? 'done' : unchanged('no draft')),
  leadsTo: () => navigation.letters.path,
})

/** LETTER-1: a new draft with the same text and audience. */
const copy = letterAct<Letter, Letter, unknown, string>({
  name: 'copy-letter',
  said: 'Copied a letter',
  path: letterPaths.copy(':id'),
  ...common,
  async run({ store, now }, { subject: { id }, by }) {
    const made = await store.transact((trx) => copyLetter(trx, id, by, now()))
    return made?.id ?? id
  },
  outcome: () => 'done',
  leadsTo: ({ id }, copyId) => letterPath(copyId ?? id),
})

/** LETTER-1, LETTER-2: what is done with a letter by one button, in the order of the help. */
export const letterActs: readonly Act<LetterActDeps>[] = [
  unschedule,
  pause,
  resume,
  stop,
  remove,
  copy,
]
