import { readFile } from 'node:fs/promises'
import { text as readStream } from 'node:stream/consumers'
import {
  letterOutcomes,
  type LetterCounts,
  type LetterOutcome,
  type LetterProblem,
} from '#contract/letters/letters.ts'
import { mainLang } from '#contract/mails/mails.ts'
import { parseAddress } from '#contract/address/address.ts'
import type { MailBundle } from '#contract/render.ts'
import { grouped, peopleText } from '#contract/english.ts'
import { iso } from '#contract/time.ts'
import { zoneClock, noteOfTwoTimes, readLocalTime, wrongTimes } from '#server/counts/zone-clock.ts'
import { perform, actionsOfActs } from '#server/acts/act.ts'
import { shell } from '#server/acts/action-log.ts'
import { actionsOf, json, type CommandTable, UsageError } from '#server/cli/command-table.ts'
import { notDone, type Command } from '#server/cli/command.ts'
import type { Store } from '#server/db/store.ts'
import { pausedReasons } from './states.ts'
import {
  readLetterCounts,
  type ListedLetter,
  listLetters,
  readLetter,
  type Letter,
  readLetterFile,
} from './letter.ts'
import { letterActs, unknownLetter, type LetterActDeps } from './acts.ts'
import { testLetter, saveDraft, schedule, sendNow, type Pressed } from './send.ts'
import {
  previewLetter,
  warningsOf,
  warningsOfMail,
  checkLetter,
  type PreviewDeps,
} from './check.ts'

/** The dependencies of each action of `letters`. `mails` loads the bundle of the build. */
export type CommandDeps = Command & {
  store: Store
  timeZone: string
  mails: () => Promise<MailBundle>
}

const action = actionsOf<CommandDeps>()
const mostListed = 100

/** LETTER-4: the letters of the dashboard, from a shell. */
export const lettersCommand: CommandTable<CommandDeps> = {
  name: 'letters',
  server: 'may run',
  help: 'Writes, tests, sends, pauses and stops letters to the list, beside a running server, which sends them. It needs the settings of the server (DATA_DIR or DATABASE_URL, PUBLIC_URL).',
  actions: {
    new: action({
      argument: 'FILE',
      help: 'Saves a draft from a Markdown file with front matter: subject, preview, audience (as state=confirmed&type=focus; default: everyone who confirmed) and lang (as nl; default: the language of the page). - is standard input. Prints its id.',
      options: { json },
      run: createFromFile,
    }),

    list: action({
      help: `Lists the letters with their states, the newest first, ${mostListed} at most.`,
      options: { json },
      async run({ store, timeZone, print, note }, { json: asJson }) {
        const letters = await listLetters(store.db, { most: mostListed })
        if (asJson) print(JSON.stringify(letters))
        else for (const letter of letters) print(listLine(letter, timeZone))
        if (!asJson && letters.length === 0) note('There are no letters yet.')
        return 0
      },
    }),

    show: action({
      argument: 'ID',
      help: 'Prints a letter with its state and the outcomes of its mails.',
      options: { json },
      run: (deps, { json: asJson }, id) =>
        withLetter(deps, id, async (letter) => {
          const { total: counts } = await readLetterCounts(deps.store.db, id)
          const warnings = await warningsOf(letter.text, await textRules(deps))
          if (asJson) deps.print(JSON.stringify({ ...letter, counts, warnings }))
          else for (const line of describeLetter(letter, counts, deps.timeZone)) deps.print(line)
          if (!asJson) warnings.forEach(deps.note)
          return 0
        }),
    }),

    preview: action({
      argument: 'ID',
      help: 'Prints the letter as a mail: the text part, or the HTML with --html. It stands for a person without a quiz result.',
      options: { html: { flag: true, help: 'prints the HTML part' }, json },
      run: (deps, values, id) => withLetter(deps, id, (letter) => preview(deps, letter, values)),
    }),

    test: action({
      argument: 'ID',
      help: 'Sends the letter to one address, as a test. It waits while mail is paused, and counts in MAILS_PER_HOUR.',
      options: { to: { value: 'ADDRESS', required: true, help: 'any address' }, json },
      run: (deps, { to, json: asJson }, id) =>
        withLetter(deps, id, (letter) => sendTest(deps, letter, { to, asJson })),
    }),

    send: action({
      argument: 'ID',
      help: 'Prints how many people would get the letter. With --yes it sends it: the running server begins within a minute, and each person gets it once.',
      options: {
        yes: { flag: true, help: 'sends; without it the command only reports' },
        at: { value: 'TIME', help: "as '2026-11-24 09:00', in the campaign's time zone" },
        json,
      },
      check({ yes, at }) {
        if (at !== undefined && !yes) throw new UsageError('--at needs --yes.')
      },
      run: (deps, values, id) =>
        withLetter(deps, id, (letter) => sendCommand(deps, letter, values)),
    }),

    ...actionsOfActs(letterActs, actDeps),
  },
}

/** The rules of a letter's text, by the campaign of the build. */
const textRules = async ({
  config,
  mails,
}: Pick<CommandDeps, 'config' | 'mails'>): Promise<PreviewDeps> => ({
  mails: await mails(),
  publicUrl: config.publicUrl,
})

/** `notDone` where there is no such letter. */
async function withLetter(
  { store, note }: CommandDeps,
  id: string,
  work: (letter: Letter) => Promise<number>,
): Promise<number> {
  const letter = await readLetter(store.db, id)
  return letter ? work(letter) : notDone(note, unknownLetter)
}

/** Saves a draft. It reports the problems that prevent sending, and saves the draft anyway. */
async function createFromFile(
  { store, now, print, note, ...deps }: CommandDeps,
  { json: asJson }: { json: boolean },
  file: string,
): Promise<number> {
  const read = readLetterFile(
    await (file === '-' ? readStream(process.stdin) : readFile(file, 'utf8')),
  )
  if ('wrong' in read) return notDone(note, read.wrong)
  const acting = { subject: { draft: read, revision: 0 }, fields: {}, by: shell }
  const { result } = await perform(saveDraft, { store, now: () => now }, acting)
  if (result.outcome !== 'saved') throw new Error('a new draft was not saved')
  const { letter } = result
  const rules = await textRules(deps)
  const { problems } = await checkLetter(letter, { ...rules, db: store.db })
  const warnings = await warningsOf(letter.text, rules)
  if (asJson) print(JSON.stringify({ id: letter.id, problems, warnings }))
  else print(letter.id)
  if (problems.length > 0) note(`Saved. Before it can be sent:\n${describeProblems(problems)}`)
  if (!asJson) warnings.forEach(note)
  return 0
}

/** One line of `npm run letters -- list`. */
const listLine = ({ id, state, subject, savedAt }: ListedLetter, timeZone: string) =>
  `${id}  ${state.padEnd(9)}  ${describeTime(savedAt, timeZone)}  ${subject}`

/** The lines of `npm run letters -- show`. */
export function describeLetter(letter: Letter, counts: LetterCounts, timeZone: string): string[] {
  const { text, audience, state, plannedAt, counted, pausedBy } = letter
  const at = plannedAt === null ? '' : describeTime(plannedAt, timeZone)
  const paused = state === 'paused' ? ` (${pausedReasons[pausedBy ?? 'operator']})` : ''
  const facts: [name: string, value: string][] = [
    ['subject', text.subject],
    ['preview', text.preview],
    ['audience', audience],
    ['language', text.lang ?? mainLang],
    ['state', `${state}${paused}`],
  ]
  if (plannedAt !== null) facts.push(['begins', `${at}, to ${peopleText(counted ?? 0)}`])
  facts.push(...describeOutcomes(counts))
  const width = Math.max(...facts.map(([name]) => name.length)) + 2
  return [...facts.map(([name, value]) => `${name.padEnd(width)}${value}`), '', text.body]
}

const describeOutcomes = (counts: LetterCounts) =>
  letterOutcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome): [string, string] => [
      outcome,
      `${grouped(counts[outcome])}${meanings[outcome] ?? ''}`,
    ])

const meanings: Partial<Record<LetterOutcome, string>> = {
  kept: ': stored and not sent, because no mail server was set.',
  declined:
    ': came back refused, or from full mailboxes, after they were accepted. Nobody is suppressed.',
}

/** `2026-11-24 09:00` in the campaign's zone. */
const describeTime = (at: number, timeZone: string): string =>
  iso(at + zoneClock(timeZone).offsetAt(at))
    .slice(0, 16)
    .replace('T', ' ')

/** A line for each problem. */
const describeProblems = (problems: readonly LetterProblem[]): string =>
  problems
    .map(({ field, line, message }) =>
      line === undefined ? `${field}: ${message}` : `${field}, line ${line}: ${message}`,
    )
    .join('\n')

async function preview(
  { print, note, ...deps }: CommandDeps,
  { text }: Letter,
  { html, json: asJson }: { html: boolean; json: boolean },
): Promise<number> {
  const reader = { email: 'you@example.com' }
  const { publicUrl } = deps.config
  const preview = await previewLetter(text, reader, { mails: await deps.mails(), publicUrl })
  if ('problems' in preview) return notDone(note, describeProblems(preview.problems))
  const { rendered } = preview
  const warnings = warningsOfMail(rendered)
  if (asJson) print(JSON.stringify({ ...rendered, warnings }))
  else print(html ? rendered.html : `Subject: ${rendered.subject}\n\n${rendered.text}`)
  if (!asJson) warnings.forEach(note)
  return 0
}

async function sendTest(
  { store, now, print, note, ...deps }: CommandDeps,
  letter: Letter,
  { to, asJson }: { to: string; asJson: boolean },
): Promise<number> {
  const email = parseAddress(to)
  if (email === null) return notDone(note, `'${to}' is not a valid e-mail address.`)
  const rules = await textRules(deps)
  const problems = rules.mails.checkLetter(letter.text, { ...rules, everyoneHasValues: true })
  if (problems.length > 0) return notDone(note, describeProblems(problems))
  const acting = { subject: letter, fields: { to: email }, by: shell }
  await perform(testLetter, { store, now: () => now }, acting)
  print(asJson ? JSON.stringify({ to: email }) : `The test is queued for ${email}.`)
  return 0
}

type SendValues = { yes: boolean; at: string | undefined; json: boolean }

/** Reports, or sends with `--yes`. Exit code 1 if it cannot be sent. */
async function sendCommand(
  { store, now, timeZone, print, note, ...deps }: CommandDeps,
  letter: Letter,
  { yes, at: typed, json: asJson }: SendValues,
): Promise<number> {
  if (letter.state !== 'draft')
    return notDone(note, `The letter is not a draft any more (${letter.state}): nothing was sent.`)
  const time = typed === undefined ? { at: null } : readLocalTime(typed, timeZone)
  if ('wrong' in time) return notDone(note, wrongAt[time.wrong])
  const twice = noteOfTwoTimes('at', typed ?? '', timeZone)
  if (twice !== null) note(twice)
  const rules = await textRules(deps)
  const { problems, people: counted } = await checkLetter(letter, { ...rules, db: store.db })
  const warnings = await warningsOf(letter.text, rules)
  if (!asJson) warnings.forEach(note)
  if (!yes) {
    if (asJson) print(JSON.stringify({ people: counted, problems, warnings }))
    else print(`It would go to ${peopleText(counted)}. Add --yes to send it.`)
    return problems.length === 0 ? 0 : notDone(note, describeProblems(problems))
  }
  const { result: pressed } = await perform(
    time.at === null ? sendNow : schedule,
    { store, rules, now: () => now, calendar: () => now },
    {
      subject: letter,
      fields: { revision: letter.revision, counted, at: time.at },
      by: shell,
    },
  )
  if (pressed.outcome !== 'sent') return notDone(note, describeUnsent(pressed))
  const { state, plannedAt } = pressed.letter
  if (asJson) print(JSON.stringify({ id: letter.id, state, people: counted, plannedAt }))
  else if (state === 'scheduled')
    print(`Scheduled for ${describeTime(plannedAt!, timeZone)}, to ${peopleText(counted)}.`)
  else print(`Sending to ${peopleText(counted)}. The server begins within a minute.`)
  return 0
}

const wrongAt = {
  ...wrongTimes,
  unreadable: "--at is not a time: write it as '2026-11-24 09:00'.",
} as const

const describeUnsent = (pressed: Exclude<Pressed, { outcome: 'sent' }>): string =>
  pressed.outcome === 'refused' ? describeProblems(pressed.problems) : unsent[pressed.outcome]

const unsent = {
  past: 'This time is past: choose a later one, or leave out --at.',
  changed: 'Somebody changed the letter meanwhile: look at it, then send it again.',
  unknown: 'The letter was deleted meanwhile.',
}

function actDeps({ store, now }: CommandDeps): LetterActDeps {
  return { store, now: () => now, calendar: () => now, letterChanged() {} }
}
