import type { Transaction } from 'kysely'
import type { RouteHandlerMethod } from 'fastify'
import { gainOf, wrongLineTerms, type LineTerms } from '#contract/line/line.ts'
import type { RuleChange } from '#contract/line/rules.ts'
import { paths } from '#contract/api.ts'
import { act, type Act, type ActDeps } from '#server/acts/act.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import type { Log } from '#server/config/log.ts'
import type { FactSource } from '#server/http/page-bodies.ts'
import type { Pages } from '#server/http/pages.ts'
import { keyInSql, lockLine, offsetFor, type Rule } from './line.ts'

type RuleChanged = { before: Rule; after: Rule; moved: number }

/**
 * LINE-1: another rule for everybody. It moves people, so it is one transaction: no place is read
 * between two rules. It takes seconds for a long list, and confirmations wait meanwhile. With `at`
 * null nothing is changed. Null where the line has not begun.
 */
async function changeRule(
  trx: Transaction<Schema>,
  after: Rule,
  at: number | null,
): Promise<RuleChanged | null> {
  const head = await lockLine(trx)
  if (!head) return null
  const { perFriend, cap } = head
  const before = { perFriend, cap }
  if (perFriend === after.perFriend && cap === after.cap) return { before, after, moved: 0 }
  const moved = await countMoved(trx, before, after)
  if (at === null) return { before, after, moved }
  // The same offset leaves the keys of people without friends as they are.
  const rule = { ...after, keyOffset: Math.max(head.keyOffset, offsetFor(after)) }
  await trx.updateTable('line_head').set(rule).where('id', '=', 1).execute()
  await trx
    .updateTable('line')
    .set({ key: keyInSql(rule) })
    .where('key', 'is not', null)
    .$if(rule.keyOffset === head.keyOffset, (rows) => rows.where('friends', '>', 0))
    .execute()
  await noteRule(trx, after, at)
  return { before, after, moved }
}

/** People who wait and gain another number of places by the new rule. */
async function countMoved(trx: Transaction<Schema>, before: Rule, after: Rule): Promise<number> {
  const rows = await trx
    .selectFrom('line')
    .select((row) => ['friends', row.fn.countAll<number>().as('people')])
    .where('key', 'is not', null)
    .where('friends', '>', 0)
    .groupBy('friends')
    .execute()
  return rows.reduce(
    (sum, { friends, people }) =>
      gainOf(friends, before) === gainOf(friends, after) ? sum : sum + people,
    0,
  )
}

/** LINE-1: the rules page names the dates of changes. */
export const noteRule = (trx: Transaction<Schema>, { perFriend, cap }: Rule, at: number) =>
  trx
    .insertInto('line_rules')
    .values({ at, perFriend, cap })
    .onConflict((same) => same.column('at').doUpdateSet({ perFriend, cap }))
    .execute()

/** Each value of the rule, oldest first. */
export const readRuleChanges = (db: Db): Promise<RuleChange[]> =>
  db.selectFrom('line_rules').selectAll().orderBy('at').execute()

/** `terms`: the campaign's; null without a line. */
export type RuleActDeps = ActDeps & { terms: LineTerms | null }

export const noLine = 'The line has not begun: a server begins it when it starts.'

/** LINE-1: another rule for everybody, from a shell alone. */
const changeLineRule = act<RuleActDeps>()<undefined, undefined, Rule, RuleChanged | null>({
  name: 'change-line-rule',
  said: 'Changed the rule of the line',
  details: ({ fields }) => ({ ...fields }),
  run: ({ store, now }, { fields }) => store.transact((trx) => changeRule(trx, fields, now())),
  outcome: (changed) => (changed ? 'done' : 'nothing changed, the line has not begun'),
  refused: (changed) => (changed ? null : noLine),
  command: {
    name: 'rules',
    help: 'Prints how many people another rule would move. With --yes the rule applies from then on, and the page of the rules names the day. First set the same values in line.ts of the campaign: running servers and pages follow at their next start. Confirmations wait for some seconds if the list is long.',
    options: {
      'per-friend': {
        value: 'N',
        required: true,
        range: [0, 1_000],
        help: 'a friend counts as if one had confirmed N people earlier; 0: sharing moves nobody',
      },
      cap: { value: 'N', required: true, range: [1, 100], help: 'so many friends count' },
      yes: { flag: true, help: 'changes it; without it the command only reports' },
    },
    async read({ terms }, { 'per-friend': perFriend, cap }) {
      const refusal = refuseRule({ perFriend, cap }, terms)
      return refusal
        ? { wrong: `${refusal} Nothing was changed.` }
        : { subject: undefined, fields: { perFriend, cap } }
    },
    async wouldDo({ store }, { fields }) {
      const changed = await store.transact((trx) => changeRule(trx, fields, null))
      return changed
        ? { says: describe(changed, false), json: { ...changed, done: false } }
        : { wrong: noLine }
    },
    json: (changed) => ({ ...changed, done: true }),
    says: (changed) => (changed ? [describe(changed, true)] : []),
  },
})

const describe = ({ before, after, moved }: RuleChanged, done: boolean): string =>
  `${done ? 'The rule was' : 'The rule is'} ${before.perFriend} for each of ${before.cap} friends, ${done ? 'and is now' : 'and would be'} ${after.perFriend} for each of ${after.cap}: ${moved} people ${done ? 'count' : 'would count'} as if they had confirmed at another time.${done ? '' : ' Add --yes to change it.'}`

/** A server refuses to start while the campaign and the line have different rules. */
function refuseRule(rule: Rule, terms: LineTerms | null): string | null {
  if (terms === null) return 'The campaign has no line.'
  const wrong = wrongLineTerms({ ...terms, ...rule })
  if (wrong) return `${wrong}.`
  return terms.perFriend === rule.perFriend && terms.cap === rule.cap
    ? null
    : `The campaign says ${terms.perFriend} for each of ${terms.cap} friends. Set perFriend: ${rule.perFriend} and cap: ${rule.cap} in line.ts of the campaign first, build, change the rule here, and start the servers.`
}

export const lineRuleActs: readonly Act<RuleActDeps>[] = [changeLineRule]

type Deps = {
  store: { db: Db }
  facts: FactSource
  pages: Pages
  log: Pick<Log, 'warn'>
  now: () => number
}

/**
 * LINE-9: the page on how the line works, the same for everybody until the rule changes
 * (`npm run line -- rules`). While the store is unavailable it names the changes known before.
 */
export function lineRulesPage({ store, facts, pages, log, now }: Deps): RouteHandlerMethod {
  let changes: readonly RuleChange[] = []
  let readAt = -Infinity
  let reading: Promise<void> | null = null

  async function read() {
    try {
      changes = await readRuleChanges(store.db)
    } catch (error) {
      log.warn({ err: error }, 'the changes of the rule of the line could not be read')
    }
    readAt = now()
  }

  const source: FactSource = {
    known() {
      const known = facts.known()
      const launch = `${known.launch} ${JSON.stringify(changes)}`
      return { ...known, launch, figures: '', countedAt: readAt }
    },
    refresh: () => (reading ??= read().finally(() => (reading = null))),
  }
  return pages.shared(paths.line, () => ({ page: 'line-rules', changes }), source)
}
