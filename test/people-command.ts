import { readConfig } from '#server/config/config.ts'
import type { Store } from '#server/db/store.ts'
import { peopleCommand } from '#server/people/commands.ts'
import { runAction } from './run-action.ts'

type Where = { store: Store; dataDir: string; secret: string; now: number }

/** `npm run people -- …` on a store: its exit code, and what it printed. */
export async function runPeople({ store, dataDir, secret, now }: Where, ...args: string[]) {
  const read = readConfig({ SECRET_KEY: secret, DATA_DIR: dataDir })
  if (!read.ok) throw new Error(read.problems.join())
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const deps = { store, config: read.config, now, timeZone: 'UTC', print, note: print }
  return { code: await runAction(peopleCommand, args, deps), output: lines.join('\n') }
}

export const idOf = async ({ db }: Store, email: string): Promise<string> =>
  (await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirstOrThrow())
    .id
