import { createHash } from 'node:crypto'
import { StartRefused } from '#server/config/start-refused.ts'
import type { Migration, Statement } from './migration.ts'

/**
 * SHA-256 (hex) of the statements of a migration, the same on both engines. Comments and white
 * space do not change it.
 */
export const schemaHash = ({ statements }: Pick<Migration, 'statements'>): string =>
  createHash('sha256')
    .update(statements.flatMap(textsOf).map(withoutLayout).join(';'))
    .digest('hex')

/** Also of the other engine, so that both have the same hash. */
const textsOf = (statement: Statement): readonly string[] =>
  typeof statement === 'string' ? [statement] : [...statement.sqlite, ...statement.postgres]

const withoutLayout = (statement: string): string =>
  statement
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
    .trim()

/**
 * Throws StartRefused where the first migration of the store was another text (decision 063).
 * `made`: the hash in its `meta`; stores from before it was kept have none. `name` begins the
 * sentence.
 */
export function refuseOtherSchema(
  made: unknown,
  [first]: readonly Migration[],
  name: string,
  engine: 'sqlite' | 'postgres',
): void {
  if (first && made === schemaHash(first)) return
  const journal =
    engine === 'sqlite' ? ' and its journal of erasures, departures and suppressions' : ''
  throw new StartRefused(
    `${name} was made by another version of this program, whose tables differ: start the version that wrote it, and to change to this one take over its export (npm run people -- export)${journal} into an empty store, as docs/operating.md describes under 'A store of another version'.`,
  )
}
