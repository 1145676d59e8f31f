import { countTables } from './count-schema.ts'
import { importTables } from './import-schema.ts'
import { launchTables } from './launch-schema.ts'
import { letterTables } from './letter-schema.ts'
import { lineTables } from './line-schema.ts'
import { tablesIn, type Migration } from './migration.ts'
import { operatorTables } from './operator-schema.ts'
import { outboxTables } from './outbox-schema.ts'
import { peopleTables } from './people-schema.ts'
import { quizTables } from './quiz-schema.ts'
import { storeTables } from './schema.ts'
import { waveTables } from './wave-schema.ts'

/** Every table, parents before the tables that refer to them. Until 1.0 changes are made here. */
const schema: Migration = {
  name: 'schema',
  statements: [
    ...peopleTables,
    ...importTables,
    ...outboxTables,
    ...quizTables,
    ...letterTables,
    ...lineTables,
    ...waveTables,
    ...launchTables,
    ...countTables,
    ...operatorTables,
    ...storeTables,
  ],
}

/**
 * Every migration, in the order in which a store gets them. Until 1.0 there is one: a store made by
 * another text of it is refused (docs/decisions/062-one-schema-before-1.0.md). From 1.0 on it stays
 * as it is, and each change is a migration at the end.
 */
export const migrations: readonly Migration[] = [schema]

/** Every table but `migrations`, parents before the tables that refer to them. */
export const ourTables: readonly string[] = [...tablesIn(migrations), 'meta']
