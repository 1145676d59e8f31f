import { readFile } from 'node:fs/promises'
import { text as readStream } from 'node:stream/consumers'
import { campaign } from '#campaign'
import type { Language } from '#contract/campaign/languages.ts'
import { languageToRead } from '#contract/letters/letters.ts'
import { parseAddress } from '#contract/address/address.ts'
import type { MailBundle } from '#contract/render.ts'
import { listed, peopleText } from '#contract/english.ts'
import { noteOfTwoTimes, readLocalTime, wrongTimes } from '#server/counts/zone-clock.ts'
import { perform, actionsOfActs } from '#server/acts/act.ts'
import { shell } from '#server/acts/action-log.ts'
import { actionsOf, json, type CommandTable, UsageError } from '#server/cli/command-table.ts'
import { notDone, type Command } from '#server/cli/command.ts'
import type { Store } from '#server/db/store.ts'
import { readLetterCounts, listLetters, readLetter, type Letter } from './letter.ts'
import { readLetterFile } from './letter-file.ts'
import { byLanguage } from './audience.ts'
import {
  describeLetter,
  describeProblems,
  describeReaders,
  describeTime,
  listLine,
} from './describe.ts'
import { letterActs, unknownLetter, type LetterActDeps } from './acts.ts'
import { testLetter, saveDraft, schedule, sendNow, type Pressed } from './send.ts'
import {
  previewLetter,
  problemsOfTexts,
  rulesOf,
  warningsOf,
  warningsOfMail,
  checkLetter,
  type PreviewDeps,
} from './check.ts'

/**
 * The dependencies of each action of `letters`. `mails` loads the bundle of the build in a language, by
 * default the campaign's first.
 */
export type CommandDeps = Command & {
  store: Store
  timeZone: string
  mails: (language?: Language) => Promise<MailBundle>
}

const language = {
  value: 'LANGUAGE',
  help: 'the text in this language, as nl',
} as const

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
      help: 'Saves a draft from a Markdown file with front matter: subject, preview, audience (as state=confirmed[quiz: &type=focus]; default: everyone who confirmed) and lang (as nl; default: the first language of the campaign). A text in a further language follows with front matter of its own: lang, subject, preview. fallback names the language of the text for people without one in theirs. - is standard input. Prints its id.',
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
      help: 'Prints a letter with its state, the outcomes of its mails and its texts.',
      options: { json },
      run: (deps, { json: asJson }, id) =>
        withLetter(deps, id, async (letter) => {
          const { total: counts, languages } = await readLetterCounts(deps.store.db, id)
          const warnings = await warningsOf(letter, await textRules(deps))
          if (asJson) deps.print(JSON.stringify({ ...letter, counts, languages, warnings }))
          else
            for (const line of describeLetter(letter, { counts, languages }, deps.timeZone))
              deps.print(line)
          if (!asJson) warnings.forEach(deps.note)
          return 0
        }),
    }),

    preview: action({
      argument: 'ID',
      help: 'Prints the letter as a mail: the text part, or the HTML with --html.[quiz:  It stands for a person without a quiz result.] Of several texts it prints that of the fallback.',
      options: { html: { flag: true, help: 'prints the HTML part' }, language, json },
      run: (deps, values, id) => withLetter(deps, id, (letter) => preview(deps, letter, values)),
    }),

    test: action({
      argument: 'ID',
      help: 'Sends the letter to one address, as a test: a mail for each of its texts. It waits while mail is paused, and counts in MAILS_PER_HOUR.',
      options: { to: { value: 'ADDRESS', required: true, help: 'any address' }, language, json },
      run: (deps, values, id) => withLetter(deps, id, (letter) => sendTest(deps, letter, values)),
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
const textRules = ({
  config,
  mails,
}: Pick<CommandDeps, 'config' | 'mails'>): Promise<PreviewDeps> =>
  rulesOf({ mailBundle: mails, publicUrl: config.publicUrl })

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
    campaign.languages,
  )
  if ('wrong' in read) return notDone(note, read.wrong)
  const acting = { subject: { draft: read, revision: 0 }, fields: {}, by: shell }
  const { result } = await perform(saveDraft, { store, now: () => now }, acting)
  if (result.outcome !== 'saved') throw new Error('a new draft was not saved')
  const { letter } = result
  const rules = await textRules(deps)
  const { problems } = await checkLetter(letter, { ...rules, db: store.db })
  const warnings = await warningsOf(letter, rules)
  if (asJson) print(JSON.stringify({ id: letter.id, problems, warnings }))
  else print(letter.id)
  if (problems.length > 0) note(`Saved. Before it can be sent:\n${describeProblems(problems)}`)
  if (!asJson) warnings.forEach(note)
  return 0
}

async function preview(
  { print, note, ...deps }: CommandDeps,
  { fallback, texts }: Letter,
  { html, language: asked, json: asJson }: PreviewValues,
): Promise<number> {
  if (asked !== undefined && !texts[asked]) return notDone(note, noText(texts, asked))
  const language = languageToRead({ fallback, languages: Object.keys(texts) }, asked ?? fallback)
  const shown = { language, text: texts[language]! }
  const preview = await previewLetter(shown, { email: 'you@example.com' }, await textRules(deps))
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
  { to, language: asked, json: asJson }: TestValues,
): Promise<number> {
  const email = parseAddress(to)
  if (email === null) return notDone(note, `'${to}' is not a valid e-mail address.`)
  if (asked !== undefined && !letter.texts[asked]) return notDone(note, noText(letter.texts, asked))
  const texts = asked === undefined ? letter.texts : { [asked]: letter.texts[asked]! }
  const problems = problemsOfTexts({ ...letter, texts }, await textRules(deps))
  if (problems.length > 0) return notDone(note, describeProblems(problems))
  const languages = Object.keys(texts)
  const acting = { subject: letter, fields: { to: email, languages }, by: shell }
  await perform(testLetter, { store, now: () => now }, acting)
  const tests = languages.length > 1 ? `Tests in ${listed(languages, 'and')} are` : 'The test is'
  print(asJson ? JSON.stringify({ to: email, languages }) : `${tests} queued for ${email}.`)
  return 0
}

const noText = (texts: Letter['texts'], language: Language): string =>
  `The letter has no text in '${language}': it has ${listed(Object.keys(texts), 'and')}.`

type TextValues = { language: string | undefined; json: boolean }
type PreviewValues = TextValues & { html: boolean }
type TestValues = TextValues & { to: string }

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
  const { problems, people: counted, parts } = await checkLetter(letter, { ...rules, db: store.db })
  const readers = byLanguage(parts)
  const warnings = await warningsOf(letter, rules)
  if (!asJson) warnings.forEach(note)
  if (!yes) {
    if (asJson) print(JSON.stringify({ people: counted, languages: readers, problems, warnings }))
    else {
      for (const line of describeReaders(letter, readers)) print(line)
      print(`It would go to ${peopleText(counted)}. Add --yes to send it.`)
    }
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
