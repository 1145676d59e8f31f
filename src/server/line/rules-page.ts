import type { RuleChange } from '#contract/line-rules.ts'
import type { Log } from '#server/config/log.ts'
import type { Db } from '#server/db/store.ts'
import type { FactSource } from '#server/http/page-bodies.ts'
import type { Pages } from '#server/http/pages.ts'
import type { RouteHandlerMethod } from 'fastify'
import { paths } from '#contract/api.ts'
import { readRuleChanges } from './rule.ts'

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
