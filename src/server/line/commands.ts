import { campaign } from '#campaign'
import type { LineTerms } from '#contract/line/line.ts'
import { nameOfStep } from '#contract/line/reward-texts.ts'
import { plural } from '#contract/english.ts'
import { actionsOfActs } from '#server/acts/act.ts'
import { UsageError, actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import { notDone, type Command } from '#server/cli/command.ts'
import type { LineState } from '#server/db/line-schema.ts'
import type { Store } from '#server/db/store.ts'
import { isSound, recountLine, type Recount } from './check.ts'
import { readHead, readPlace } from './line.ts'
import { ledgerChunks, ledgerSteps, readLedgerCounts, type LedgerFormat } from './ledger.ts'
import { lineRuleActs, noLine, type RuleActDeps } from './rule.ts'

/**
 * `terms`: the campaign's; null without a line. `parseAddress` returns null for what is no address.
 */
export type CommandDeps = Command & {
  store: Store
  terms: LineTerms | null
  parseAddress: (typed: string) => string | null
}

const action = actionsOf<CommandDeps>()

/** LINE-6: the rewards that are owed, from a shell. */
const ledger = action({
  needs: 'rewards',
  help: 'Prints how many people have each reward in each state. With --csv or --json it prints the whole ledger: address, friends, reward, state, number, since when, when it is due, note. With --json each line is an object.',
  options: {
    csv: { flag: true, help: 'prints the ledger as CSV' },
    json: { flag: true, help: 'prints the ledger as JSON lines' },
  },
  check({ csv, json }) {
    if (csv && json) throw new UsageError('Give one of --csv and --json.')
  },
  run: ({ store, print }, { csv, json }) =>
    csv || json ? printLedger(store, csv ? 'csv' : 'jsonl', print) : printCounts(store, print),
})

/** LINE-9: the line, from a shell. */
export const lineCommand: CommandTable<CommandDeps> = {
  needs: 'line',
  name: 'line',
  server: 'may run',
  help: 'Shows a place in line with the reasons for it, counts the line again, and changes its rule for everybody. No command sets the place of one person.',
  actions: {
    show: action({
      argument: 'ADDRESS',
      help: 'Prints the place of a person, with the reasons for it.',
      options: { json },
      run: (deps, { json: asJson }, typed) => show(deps, typed, asJson),
    }),
    ledger,
    check: action({
      help: 'Counts the line again, as a server does once a day, and prints the differences. Exits with 1 if there are any. With --repair it corrects them.',
      options: { repair: { flag: true, help: 'mends what differs' }, json },
      run: check,
    }),
    ...actionsOfActs<CommandDeps, RuleActDeps>(lineRuleActs, ({ store, now, terms }) => ({
      store,
      now: () => now,
      terms,
    })),
  },
}

async function show(
  { store: { db }, parseAddress, print, note }: CommandDeps,
  typed: string,
  asJson: boolean,
): Promise<number> {
  const email = parseAddress(typed) ?? typed
  const person = await db
    .selectFrom('people')
    .leftJoin('line', 'line.personId', 'people.id')
    .select(['people.id', 'people.state', 'line.state as standing'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!person) return notDone(note, `${email} is not on the list.`)
  const found = await readPlace(db, person.id)
  if (!found) return notDone(note, `${email} is not in the line (${reasonOf(person)}).`)
  const { place, before, behind, order, friends, passed, passedBy, confirmedBefore } = found
  if (asJson) print(JSON.stringify({ place, before, behind, order, friends, passed, passedBy }))
  else
    print(
      `Place ${place}, ${behind} behind. ${confirmedBefore} confirmed before (order number ${order}), ${passed} of them passed with ${friends} ${plural(friends, 'friend')}, passed by ${passedBy}: ${before} before.`,
    )
  return 0
}

/** Somebody who stayed away is named by their state on the list. */
const reasonOf = ({ state, standing }: { state: string; standing: LineState | null }): string =>
  standing === null || standing === 'gone' ? state : standing

const differences: Record<keyof Recount, string> = {
  counts: 'counts of people by key',
  keys: 'keys of people',
  head: 'the next order number',
  friends: 'numbers of friends',
  rewards: 'held rewards for more friends than count',
  notConfirmed: 'people in line who are not confirmed',
  withoutPlace: 'confirmed people without a place',
  erased: 'rows of erased people',
}

async function check(
  { store, now, print, note }: CommandDeps,
  { repair, json: asJson }: { repair: boolean; json: boolean },
): Promise<number> {
  const head = await readHead(store.db)
  if (!head) return notDone(note, noLine)
  const found = await recountLine(store, { repair, now })
  const wrong = Object.entries(differences).filter(([name]) => found[name as keyof Recount] > 0)
  if (asJson) print(JSON.stringify({ waiting: head.waiting, sound: isSound(found), found }))
  else if (isSound(found))
    print(
      `The line is right: ${head.waiting} ${plural(head.waiting, 'person waits', 'people wait')}.`,
    )
  else
    for (const [name, what] of wrong)
      print(`${found[name as keyof Recount]} wrong: ${what}${repair ? ', repaired' : ''}.`)
  return isSound(found) ? 0 : 1
}

const chunkSize = 500
const nameOf = (step: number) => nameOfStep(campaign, step)

async function printLedger({ db }: Store, format: LedgerFormat, print: CommandDeps['print']) {
  for await (const { text } of ledgerChunks(db, { format, chunkSize, nameOf }))
    print(text.trimEnd())
  return 0
}

async function printCounts({ db }: Store, print: CommandDeps['print']) {
  const { counts, reserved } = await readLedgerCounts(db)
  const terms = campaign.line?.terms.rewards ?? []
  for (const step of ledgerSteps(terms, counts)) {
    const states = counts
      .filter((row) => row.step === step)
      .map(({ state, people }) => `${people} ${state}`)
    const limit = terms.find(({ friends }) => friends === step)?.limit
    const given = reserved.find((row) => row.step === step)?.reserved ?? 0
    const left = limit ? ` ${given} of ${limit} are reserved.` : ''
    print(`${nameOf(step)} (${step}): ${states.join(', ') || 'nobody'}.${left}`)
  }
  return 0
}
