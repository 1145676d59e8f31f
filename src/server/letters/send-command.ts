import { peopleText } from '#contract/counted.ts'
import { readFile } from 'node:fs/promises'
import { text as readStream } from 'node:stream/consumers'
import type { MailBundle } from '#contract/render.ts'
import { perform } from '#server/acts/act.ts'
import { shell } from '#server/acts/action-log.ts'
import { notDone, type Command } from '#server/cli/command.ts'
import type { Store } from '#server/db/store.ts'
import { checkLetter, type Pressed, type TextRules } from './send.ts'
import { describeProblems, describeTime } from './describe.ts'
import type { Letter } from './letter.ts'
import { saveDraft, schedule, sendNow } from './send-acts.ts'
import { readLetterFile } from './letter-file.ts'
import { noteOfTwoTimes, readLocalTime, wrongTimes } from '#server/counts/zone-clock.ts'
import { warningsOf, type PreviewDeps } from './preview.ts'

/** The dependencies of each action of `letters`. `mails` loads the bundle of the build. */
export type CommandDeps = Command & {
  store: Store
  timeZone: string
  mails: () => Promise<MailBundle>
}

/** The rules of a letter's text, by the campaign of the build. */
export const textRules = async ({
  config,
  mails,
}: Pick<CommandDeps, 'config' | 'mails'>): Promise<TextRules & PreviewDeps> => ({
  mails: await mails(),
  publicUrl: config.publicUrl,
})

/** Saves a draft. It reports the problems that prevent sending, and saves the draft anyway. */
export async function createFromFile(
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

type SendValues = { yes: boolean; at: string | undefined; json: boolean }

/** Reports, or sends with `--yes`. Exit code 1 if it cannot be sent. */
export async function sendCommand(
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

function describeUnsent(pressed: Exclude<Pressed, { outcome: 'sent' }>): string {
  switch (pressed.outcome) {
    case 'refused':
      return describeProblems(pressed.problems)
    case 'past':
      return 'This time is past: choose a later one, or leave out --at.'
    case 'changed':
      return 'Somebody changed the letter meanwhile: look at it, then send it again.'
    case 'unknown':
      return 'The letter was deleted meanwhile.'
  }
}
