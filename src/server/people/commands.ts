import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseAddress } from '#contract/address.ts'
import { jsonWithTimes } from '#contract/json-times.ts'
import { personStates, type PersonState } from '#contract/waitlist.ts'
import {
  UsageError,
  runAction,
  actionsOf,
  json,
  type CommandTable,
} from '#server/cli/command-table.ts'
import { actionsOfActs, perform } from '#server/acts/act.ts'
import { shell } from '#server/acts/action-log.ts'
import { notDone, type Command } from '#server/cli/command.ts'
import { knownSecrets } from '#server/config/secrets.ts'
import { countRows } from '#server/db/rows.ts'
import type { Store } from '#server/db/store.ts'
import { importAction, type CommandDeps } from '#server/imports/import-command.ts'
import { journalPath, readJournal } from '#server/db/journal-file.ts'
import { personActs } from './acts.ts'
import { counted, exportClosedList, findClosedList, readClosedList } from './closed-list.ts'
import { exported, exportPeople } from './export.ts'
import { findPeople, mostFound } from './filter.ts'
import type { PersonActDeps } from './person.ts'
import { readPersonalDataOf } from './personal-data.ts'
import {
  countPage,
  describePage,
  countBy,
  countPeople,
  describeStats,
  describeStatsBy,
  groupings,
  type Grouping,
} from './stats.ts'
import { describeReplayed, replayJournal } from './replay.ts'

const action = actionsOf<CommandDeps>()

export const peopleCommand: CommandTable<CommandDeps> = {
  name: 'people',
  server: 'may run',
  help: 'Finds, shows, exports, imports, suppresses and erases people on the waitlist, beside a running server. It needs the settings of the server (DATA_DIR or DATABASE_URL, SECRET_KEY).',
  actions: {
    stats: action({
      help: 'Counts people by state, and sign-ups on each of the last 7 days. With --by: joined, confirmed and the confirm rate by source, by form or by day; imported people are listed apart.',
      options: {
        by: {
          value: 'GROUP',
          oneOf: groupings,
          help: 'source (utm_source, else the referring host, else direct), placement (the form) or day',
        },
        days: {
          value: 'N',
          range: [1, 400],
          help: 'number of days, with --by; default: 28',
        },
        json,
      },
      check({ by, days }) {
        if (!by && days !== undefined) throw new UsageError('--days needs --by.')
      },
      async run({ store, now, timeZone, print }, { by, days = 28, json: asJson }) {
        const counts = by
          ? await countBy(store.db, by as Grouping, { timeZone, now, days })
          : await countPeople(store.db, timeZone, now)
        if (asJson) print(JSON.stringify(counts))
        else
          for (const line of 'rows' in counts ? describeStatsBy(counts) : describeStats(counts))
            print(line)
        return 0
      },
    }),

    counts: action({
      help: 'Counts views and clicks by part of the page, forms sent, and popups and bars shown and closed.',
      options: {
        days: { value: 'N', range: [1, 400], help: 'number of days; default: 28' },
        json,
      },
      async run({ store, now, timeZone, print }, { days = 28, json: asJson }) {
        const counts = await countPage(store.db, { timeZone, now, days })
        if (asJson) print(JSON.stringify(counts))
        else for (const line of describePage(counts)) print(line)
        return 0
      },
    }),

    find: action({
      help: `Lists addresses that contain this text, ${mostFound} at most; those that asked a closed list for one mail follow. Exit code 1 if there is none.`,
      argument: 'TEXT',
      options: { json },
      async run({ store, print, note }, { json: asJson }, text) {
        const asked = await findClosedList(store.db, text)
        const found = [
          ...(await findPeople(store.db, text)),
          ...asked.map(({ email }) => ({ email, state: 'closed list' })),
        ]
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
        print(jsonWithTimes({ ...person, ...(closedList && { closedList }) }, 2))
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

    export: action({
      help: 'Writes a new file that only this user can read: CSV (one line for each person, with origin, quiz type and last consent) or JSON lines (all personal data).',
      options: {
        to: {
          value: 'FILE',
          required: true,
          help: 'a file that ends in .csv or .jsonl; - is standard output (with npm run --silent)',
        },
        format: {
          value: 'FORMAT',
          oneOf: ['csv', 'jsonl'],
          help: 'csv or jsonl; default: the ending of FILE, csv for -',
        },
        'closed-list': {
          flag: true,
          help: 'instead of people, the addresses that asked a closed list for one mail',
        },
        state: {
          value: 'STATE',
          many: true,
          oneOf: personStates,
          help: `only people in this state; repeat it for several: ${personStates.join(', ')}`,
        },
      },
      check({ 'closed-list': closedList, state }) {
        if (closedList && state.length > 0)
          throw new UsageError('--state is of people: leave it out with --closed-list.')
      },
      async run({ store, now, print, note }, { to, format, state, 'closed-list': closedList }) {
        if (closedList) {
          return logExport({ store, now }, { of: 'the closed list' }, () =>
            exportClosedList(store.db, { to, format, print, note }),
          )
        }
        const filter =
          state.length === 0
            ? {}
            : { states: personStates.filter((name: PersonState) => state.includes(name)) }
        const details: Record<string, string> = state.length > 0 ? { states: state.join(', ') } : {}
        const code = await logExport({ store, now }, details, () =>
          exportPeople(store.db, filter, { to, format, print, note }),
        )
        const asked = await countRows(store.db, store.db.selectFrom('once_requests'))
        if (code === 0 && asked > 0)
          note(
            `Not in it: ${counted(asked)} that asked a closed list for one mail. Export them with --closed-list.`,
          )
        return code
      },
    }),

    import: importAction,
  },
}

export const runPeopleCommand = (args: readonly string[], deps: CommandDeps): Promise<number> =>
  runAction(peopleCommand, args, deps)

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

/** Resolves with the exit code. */
async function logExport(
  { store, now }: { store: Store; now: number },
  subject: Record<string, string>,
  write: () => Promise<number>,
): Promise<number> {
  const acting = { subject, fields: {}, by: shell }
  return (await perform(exported, { store, now: () => now, write }, acting)).result
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
