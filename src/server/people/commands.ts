import type { ParseArgsConfig } from 'node:util'
import { Misread, orUsage, readArguments } from '#server/arguments.ts'
import { knownSecrets } from '#server/secret.ts'
import { parseAddress } from '#server/waitlist/address.ts'
import { erase } from '#server/waitlist/erasure.ts'
import { suppressAddress } from '#server/waitlist/membership.ts'
import { keptAsJson } from '#contract/kept.ts'
import { personStates, type SilencedState } from '#contract/waitlist.ts'
import { exportPeople } from './export.ts'
import { countPeople, findPeople, mostFound } from './find.ts'
import { importCommand, importOptions, type CommandDeps } from './import-command.ts'
import { keptOfAll } from './kept-people.ts'

export const usage = `npm run people -- stats                    how many there are, by state and by the day
npm run people -- find TEXT                addresses with this text in them, ${mostFound} at most
npm run people -- show ADDRESS             all that is kept about one, as JSON: what they see themselves
npm run people -- erase ADDRESS            deletes all of it at once; a keyed hash stays, so that no import enters it again
npm run people -- suppress ADDRESS --reason bounce|complaint|other
                                           no mail goes there ever again, whoever enters it
npm run people -- export --to FILE [--state STATE ...]
                                           FILE ends in .csv (one line a person, with the last consent) or .jsonl (all that is kept)
npm run people -- import FILE --confirmed [--consent-source TEXT] [--consent-date YYYY-MM-DD] [--consent-wording TEXT] [--refused FILE] [--yes]
npm run people -- import FILE --unconfirmed [--refused FILE] [--yes]
                                           FILE is .csv or .jsonl; without --yes it only says what it would do. No mail is sent by it`

type Values = Record<string, unknown>
type Named = { options?: ParseArgsConfig['options']; takes?: 'TEXT' | 'ADDRESS' | 'FILE'; run: (deps: CommandDeps, what: string, values: Values) => Promise<number> }

/** The operator's word on people. Returns the exit code: 2 where the command cannot be read. */
export const runPeopleCommand = (args: readonly string[], deps: CommandDeps): Promise<number> => orUsage(usage, deps.print, () => {
  const [name = '', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Misread(name ? `'${name}' is none of the commands on people.` : 'What to do is missing.')
  const { positionals: [what = ''], values } = readArguments(rest, command.options ?? {}, command.takes ? [command.takes] : [])
  return command.run(deps, what, values)
})

const reasons: Record<string, SilencedState> = { bounce: 'bounced', complaint: 'complained', other: 'suppressed' }

const commands: Record<string, Named> = {
  stats: { async run({ store, now, print }) {
    for (const line of await countPeople(store.db, now)) print(line)
    return 0
  } },

  find: { takes: 'TEXT', async run({ store, print }, text) {
    const found = await findPeople(store.db, text)
    for (const { email, state } of found) print(`${state.padEnd(12)} ${email}`)
    if (found.length === 0) print('Nobody is found.')
    return found.length === 0 ? 1 : 0
  } },

  show: { takes: 'ADDRESS', run: (deps, typed) => withAddress(deps, typed, async (email) => {
    const [kept] = await keptOfAll(deps.store.db, await deps.store.db.selectFrom('people').selectAll().where('email', '=', email).execute())
    deps.print(kept ? keptAsJson(kept, 2) : 'Nothing is kept with this address.')
    return kept ? 0 : 1
  }) },

  erase: { takes: 'ADDRESS', run: (deps, typed) => withAddress(deps, typed, async (email) => {
    const there = await erase(deps.store, async () => email, knownSecrets(deps.config)[0], () => deps.now)
    deps.print(there ? 'Erased. What stays is a keyed hash, so that no import enters the address again.' : 'Nothing was kept with this address. Its keyed hash is, so that no import enters it.')
    return 0
  }) },

  suppress: { takes: 'ADDRESS', options: { reason: { type: 'string' } }, async run(deps, typed, { reason }) {
    const state = reasons[String(reason)]
    if (!state) throw new Misread(`--reason is ${reason === undefined ? 'missing' : `'${String(reason)}'`}: use bounce, complaint or other.`)
    return withAddress(deps, typed, async (email) => {
      const there = await deps.store.transact((trx) => suppressAddress(trx, email, state, deps.now))
      deps.print(there ? `No mail goes there any more (${state}).` : `The address was not on the list. It is entered as ${state}, and no mail goes there.`)
      return 0
    })
  } },

  export: { options: { to: { type: 'string' }, state: { type: 'string', multiple: true } }, async run({ store, print }, _, { to, state }) {
    const asked = state === undefined ? personStates : [state].flat()
    const unknown = asked.find((name) => !(personStates as readonly unknown[]).includes(name))
    if (unknown !== undefined) throw new Misread(`--state is '${String(unknown)}': use ${personStates.join(', ')}.`)
    if (typeof to !== 'string') throw new Misread('--to is missing.')
    return exportPeople(store.db, to, personStates.filter((name) => asked.includes(name)), print)
  } },

  import: { takes: 'FILE', options: importOptions, run: (deps, file, values) => importCommand(deps, file, values) },
}

async function withAddress({ print }: CommandDeps, typed: string, act: (email: string) => Promise<number>): Promise<number> {
  const email = parseAddress(typed)
  if (email !== null) return act(email)
  print(`'${typed}' is no address that can be mailed.`)
  return 1
}
