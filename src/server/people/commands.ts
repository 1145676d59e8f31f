import { parseArgs, type ParseArgsConfig } from 'node:util'
import { knownSecrets } from '#server/secret.ts'
import { parseAddress } from '#server/waitlist/address.ts'
import { erasePerson } from '#server/waitlist/erasure.ts'
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
type Named = { options?: ParseArgsConfig['options']; takes: 0 | 1; run: (deps: CommandDeps, what: string, values: Values) => Promise<number | null> }

/** The operator's word on people. Returns the exit code: 2 where the command cannot be read. */
export async function runPeopleCommand(args: readonly string[], deps: CommandDeps): Promise<number> {
  const [name = '', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const given = command && parsed(command, rest)
  const code = given ? await command.run(deps, given.positionals[0] ?? '', given.values) : null
  if (code === null) deps.print(usage)
  return code ?? 2
}

const reasons: Record<string, SilencedState> = { bounce: 'bounced', complaint: 'complained', other: 'suppressed' }

const commands: Record<string, Named> = {
  stats: { takes: 0, async run({ store, now, print }) {
    for (const line of await countPeople(store.db, now)) print(line)
    return 0
  } },

  find: { takes: 1, async run({ store, print }, text) {
    const found = await findPeople(store.db, text)
    for (const { email, state } of found) print(`${state.padEnd(12)} ${email}`)
    if (found.length === 0) print('Nobody is found.')
    return found.length === 0 ? 1 : 0
  } },

  show: { takes: 1, run: (deps, typed) => withAddress(deps, typed, async (email) => {
    const [kept] = await keptOfAll(deps.store.db, await deps.store.db.selectFrom('people').selectAll().where('email', '=', email).execute())
    deps.print(kept ? keptAsJson(kept, 2) : 'Nothing is kept with this address.')
    return kept ? 0 : 1
  }) },

  erase: { takes: 1, run: (deps, typed) => withAddress(deps, typed, async (email) => {
    const there = await deps.store.transact((trx) => erasePerson(trx, email, knownSecrets(deps.config)[0], deps.now))
    deps.print(there ? 'Erased. What stays is a keyed hash, so that no import enters the address again.' : 'Nothing was kept with this address. Its keyed hash is, so that no import enters it.')
    return 0
  }) },

  suppress: { takes: 1, options: { reason: { type: 'string' } }, async run(deps, typed, { reason }) {
    const state = reasons[String(reason)]
    if (!state) return null
    return withAddress(deps, typed, async (email) => {
      const there = await deps.store.transact((trx) => suppressAddress(trx, email, state, deps.now))
      deps.print(there ? `No mail goes there any more (${state}).` : `The address was not on the list. It is entered as ${state}, and no mail goes there.`)
      return 0
    })
  } },

  export: { takes: 0, options: { to: { type: 'string' }, state: { type: 'string', multiple: true } }, async run({ store, print }, _, { to, state }) {
    const asked = state === undefined ? personStates : [state].flat()
    const states = personStates.filter((name) => asked.includes(name))
    if (typeof to !== 'string' || states.length < asked.length) return null
    return exportPeople(store.db, to, states, print)
  } },

  import: { takes: 1, options: importOptions, run: (deps, file, values) => importCommand(deps, file, values) },
}

function parsed({ takes, options = {} }: Named, args: string[]) {
  try {
    const given = parseArgs({ args, options, allowPositionals: true, strict: true })
    return given.positionals.length === takes ? given : null
  } catch {
    return null
  }
}

async function withAddress({ print }: CommandDeps, typed: string, act: (email: string) => Promise<number>): Promise<number> {
  const email = parseAddress(typed)
  if (email !== null) return act(email)
  print(`'${typed}' is no address that can be mailed.`)
  return 1
}
