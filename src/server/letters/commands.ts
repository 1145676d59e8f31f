import { parseAddress } from '#contract/address.ts'
import { perform, actionsOfActs } from '#server/acts/act.ts'
import { shell } from '#server/acts/action-log.ts'
import { actionsOf, json, type CommandTable, UsageError } from '#server/cli/command-table.ts'
import { notDone } from '#server/cli/command.ts'
import { letterActs, type LetterActDeps } from './acts.ts'
import { createFromFile, sendCommand, textRules, type CommandDeps } from './send-command.ts'
import { describeLetter, describeProblems, listLine, unknownLetter } from './describe.ts'
import { readLetterCounts } from './counts.ts'
import { testLetter } from './send-acts.ts'
import { listLetters, readLetter, type Letter } from './letter.ts'
import { previewLetter, warningsOf, warningsOfMail } from './preview.ts'

export type { CommandDeps }

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

/** `notDone` where there is no such letter. */
async function withLetter(
  { store, note }: CommandDeps,
  id: string,
  work: (letter: Letter) => Promise<number>,
): Promise<number> {
  const letter = await readLetter(store.db, id)
  return letter ? work(letter) : notDone(note, unknownLetter)
}

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

function actDeps({ store, now }: CommandDeps): LetterActDeps {
  const nobody = () => {}
  return {
    store,
    now: () => now,
    calendar: () => now,
    letterChanged: nobody,
    mailQueued: nobody,
  }
}
