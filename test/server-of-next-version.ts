import { flushCompileCache } from 'node:module'
import { readConfig } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { startServer } from '#server/start.ts'
import { type Migration, migrations } from '#server/db/schema.ts'

/**
 * The real server with one migration more: a table, a column that is filled for everybody, and one
 * that nobody fills.
 */
const additive: Migration = {
  name: 'nicknames',
  statements: [
    'create table nicknames ("personId" text primary key references people (id) on delete cascade, nickname text not null) strict',
    `alter table people add column greeting text not null default 'hello'`,
    'alter table outbox add column opened_at integer',
    'create index people_by_greeting on people (greeting)',
  ],
}

const read = readConfig(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))
await startServer(read.config, { log: openLog(), migrations: [...migrations, additive] })
// Its test kills it: Node writes the cache at an orderly end alone.
flushCompileCache()
