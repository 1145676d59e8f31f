import { wrongLineTerms, type LineTerms } from '#contract/line.ts'
import { actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import { logged, shell } from '#server/acts/action-log.ts'
import { notDone, type Command } from '#server/cli/command.ts'
import type { LineState } from '#server/db/line-schema.ts'
import type { Store } from '#server/db/open.ts'
import { changeRule } from './rule.ts'
import { ledgerAction } from './ledger-command.ts'
import { readHead, type Rule } from './head.ts'
import { readPlace } from './place.ts'
import { isSound, recountLine, type Recount } from './check.ts'

/**
 * `terms`: the campaign's; null without a line. `parseAddress` returns null for what is no address.
 */
export type CommandDeps = Command & {
  store: Store
  terms: LineTerms | null
  parseAddress: (typed: string) => string | null
}

const action = actionsOf<CommandDeps>()

/** LINE-9: the line, from a shell. */
export const lineCommand: CommandTable<CommandDeps> = {
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
    ledger: ledgerAction,
    check: action({
      help: 'Counts the line again, as a server does once a day, and prints the differences. Exits with 1 if there are any. With --repair it corrects them.',
      options: { repair: { flag: true, help: 'mends what differs' }, json },
      run: check,
    }),
    rules: action({
      help: 'Prints how many people another rule would move. With --yes the rule applies from then on, and the page of the rules names the day. First set the same values in src/campaign/line.ts: running servers and pages follow at their next start. Confirmations wait for some seconds if the list is long.',
      options: {
        'per-friend': {
          value: 'N',
          required: true,
          range: [0, 1_000],
          help: 'a friend counts as if one had confirmed N people earlier; 0: sharing moves nobody',
        },
        cap: { value: 'N', required: true, range: [1, 100], help: 'so many friends count' },
        yes: { flag: true, help: 'changes it; without it the command only reports' },
        json,
      },
      run: (deps, { 'per-friend': perFriend, cap, yes, json: asJson }) =>
        rules(deps, { perFriend, cap }, { yes, asJson }),
    }),
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
      `Place ${place}, ${behind} behind. ${confirmedBefore} confirmed before (order number ${order}), ${passed} of them passed with ${friends} ${friends === 1 ? 'friend' : 'friends'}, passed by ${passedBy}: ${before} before.`,
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
      `The line is right: ${head.waiting} ${head.waiting === 1 ? 'person waits' : 'people wait'}.`,
    )
  else
    for (const [name, what] of wrong)
      print(`${found[name as keyof Recount]} wrong: ${what}${repair ? ', repaired' : ''}.`)
  return isSound(found) ? 0 : 1
}

const noLine = 'The line has not begun: a server begins it when it starts.'

async function rules(
  deps: CommandDeps,
  rule: Rule,
  { yes, asJson }: { yes: boolean; asJson: boolean },
): Promise<number> {
  const { store, terms, now, print, note } = deps
  const refusal = refuseRule(rule, terms)
  if (refusal) return notDone(note, `${refusal} Nothing was changed.`)
  const change = () => store.transact((trx) => changeRule(trx, rule, yes ? now : null))
  const act = { operator: shell, action: 'change-line-rule', details: { ...rule } } as const
  const { changed } = yes
    ? await logged(store, act, now, async () => ({ outcome: 'done', changed: await change() }))
    : { changed: await change() }
  if (!changed) return notDone(note, noLine)
  const { before, moved } = changed
  if (asJson) print(JSON.stringify({ ...changed, done: yes }))
  else
    print(
      `${yes ? 'The rule was' : 'The rule is'} ${before.perFriend} for each of ${before.cap} friends, ${yes ? 'and is now' : 'and would be'} ${rule.perFriend} for each of ${rule.cap}: ${moved} people ${yes ? 'count' : 'would count'} as if they had confirmed at another time.${yes ? '' : ' Add --yes to change it.'}`,
    )
  return 0
}

/** A server refuses to start while the campaign and the line have different rules. */
function refuseRule(rule: Rule, terms: LineTerms | null): string | null {
  if (terms === null) return 'The campaign has no line.'
  const wrong = wrongLineTerms({ ...terms, ...rule })
  if (wrong) return `${wrong}.`
  return terms.perFriend === rule.perFriend && terms.cap === rule.cap
    ? null
    : `The campaign says ${terms.perFriend} for each of ${terms.cap} friends. Set perFriend: ${rule.perFriend} and cap: ${rule.cap} in src/campaign/line.ts first, build, change the rule here, and start the servers.`
}
