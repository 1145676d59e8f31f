import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { campaign } from '#campaign'
import { parseAddress, partAsStored } from '#contract/address/address.ts'
import { partsOf } from '#contract/campaign/campaign-parts.ts'
import { storedOf } from '#contract/people/personal-data.ts'
import { jsonWithTimes } from '#contract/time.ts'
import { actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import { actionsOfActs } from '#server/acts/act.ts'
import { notDone, type Command } from '#server/cli/command.ts'
import { knownSecrets } from '#server/config/secrets.ts'
import type { Db, Store } from '#server/db/store.ts'
import { importAction, type CommandDeps } from '#server/imports/import-command.ts'
import { journalPath, readJournal } from '#server/db/journal-file.ts'
import { personActs } from './acts.ts'
import { exportAction } from './export.ts'
import type { PersonActDeps } from './person.ts'
import { readClosedList, readPersonalDataOf } from './personal-data.ts'
import { countsAction, statsAction } from './stats.ts'
import { describeReplayed, replayJournal } from './replay.ts'

const action = actionsOf<CommandDeps>()

const mostFound = 50

export const peopleCommand: CommandTable<CommandDeps> = {
  name: 'people',
  server: 'may run',
  help: 'Finds, shows, exports, imports, suppresses and erases people on the waitlist, beside a running server. It needs the settings of the server (DATA_DIR or DATABASE_URL, SECRET_KEY).',
  actions: {
    stats: statsAction,
    counts: countsAction,

    find: action({
      help: `Lists addresses that contain this text, ${mostFound} at most; those that asked a closed list for one mail follow. Exit code 1 if there is none.`,
      argument: 'TEXT',
      options: { json },
      async run({ store, print, note }, { json: asJson }, text) {
        const found = await findAddresses(store.db, text)
        if (asJson) print(JSON.stringify(found))
        else for (const { email, state } of found) print(`${state.padEnd(12)} ${email}`)
        return found.length === 0 ? notDone(note, 'No address contains this text.') : 0
      },
    }),

    show: action({
      help: 'Prints all personal data of one person as JSON: the same data that the person sees. `closedList` is there if the address asked a closed list for one mail.',
      argument: 'ADDRESS',
      options: { json: { ...json, help: 'has no effect: the output is always JSON' } },
      async run({ store: { db }, print, note }, _, typed) {
        const email = parseAddress(typed)
        if (email === null) return notDone(note, `'${typed}' is not a valid e-mail address.`)
        const rows = await db.selectFrom('people').selectAll().where('email', '=', email).execute()
        const [person] = await readPersonalDataOf(db, rows)
        const closedList = await readClosedList(db, email)
        if (!person && !closedList) return notDone(note, 'The address is not on the list.')
        const stored = person && storedOf(person, partsOf(campaign))
        print(jsonWithTimes({ ...stored, ...(closedList && { closedList }) }, 2))
        return 0
      },
    }),

    ...actionsOfActs(personActs, actDeps),

    replay: action({
      help: "Repeats what FILE says, the journal of another store: who left, was suppressed or was erased there. Run it after the import of that store's export, with its SECRET_KEY. Exit code 1 if lines of FILE are of another SECRET_KEY.",
      argument: 'FILE',
      options: { json },
      run: replayFile,
    }),

    export: exportAction,
    import: importAction,
  },
}

/**
 * Addresses that contain this text, each list in the order of its addresses: people with their
 * state, then those of the closed list. Reads every address.
 */
async function findAddresses(db: Db, text: string): Promise<{ email: string; state: string }[]> {
  // The escape character is a backslash.
  const pattern = `%${partAsStored(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const contains = sql<boolean>`email like ${pattern} escape '\\'`
  const people = await db
    .selectFrom('people')
    .select(['email', 'state'])
    .where(contains)
    .orderBy('email')
    .limit(mostFound)
    .execute()
  const asked = await db
    .selectFrom('once_requests')
    .select('email')
    .where(contains)
    .orderBy('email')
    .limit(mostFound)
    .execute()
  return [...people, ...asked.map(({ email }) => ({ email, state: 'closed list' }))]
}

function actDeps({ store, config, now }: CommandDeps): PersonActDeps {
  return {
    store,
    get secrets() {
      return knownSecrets(config)
    },
    now: () => now,
    mailQueued: () => {},
  }
}

/**
 * Replays the journal of another store on people who were imported from its export. Returns the
 * exit code.
 */
async function replayFile(
  { store, config, print, note }: Command & { store: Store },
  { json }: { json: boolean },
  file: string,
): Promise<number> {
  const path = resolve(file)
  const journal = readJournal(path)
  if (!journal) return notDone(note, `${path} is not a journal, or does not exist.`)
  if (store.engine === 'sqlite' && isSame(path, journalPath(resolve(config.dataDir))))
    return notDone(note, `${path} is the journal of this store: name that of the other one.`)
  const replayed = await replayJournal(store, journal.entries, knownSecrets(config))
  await store.emptyWal()
  if (json) print(JSON.stringify(replayed))
  else for (const line of describeReplayed(replayed, 'list')) print(line)
  return replayed.ofAnotherKey > 0 ? 1 : 0
}

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}
