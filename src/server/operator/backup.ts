import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Misread, orUsage, readArguments } from '#server/arguments.ts'
import { placeOf, requireWaitlist, type Command } from '#server/command.ts'
import { joinSecrets, knownSecrets } from '#server/secret.ts'
import { backUp } from '#server/store/backup.ts'
import { StartRefused } from '#server/store/open.ts'

const usage = `npm run backup                          a checked copy of the waitlist and its secret, beside a running server
npm run backup -- --to FOLDER           into this folder; else into DATA_DIR/backups
npm run backup -- --keep 7              and removes older backups there, but for the newest 7`

/** Returns the exit code: 2 where what was asked is not understood. */
export const runBackup = (command: Command): Promise<number> => orUsage(usage, command.print, () => makeBackup(command))

async function makeBackup({ args, config, now, print }: Command): Promise<number> {
  const asked = readAsked(args)
  const where = placeOf(config)
  if ('databaseUrl' in where) throw new StartRefused('DATABASE_URL is set: Postgres makes its backups itself, with pg_basebackup and its log. docs/operating.md says how.')
  requireWaitlist(where)
  const { dataDir } = where
  const folder = asked.to ?? join(dataDir, 'backups')
  const { path, people, removed } = await backUp(dataDir, { folder, keep: asked.keep, now, secret: joinSecrets(knownSecrets({ ...config, dataDir })) })
  print(`${people} ${people === 1 ? 'person is' : 'people are'} in ${path} (${(statSync(path).size / 1e6).toFixed(1)} MB, checked). It holds the secret: keep it where only you can read it, on another machine too.`)
  if (removed.length > 0) print(`Removed: ${removed.join(', ')}`)
  return 0
}

function readAsked(args: readonly string[]): { to?: string; keep?: number } {
  const { values: { to, keep } } = readArguments(args, { to: { type: 'string' }, keep: { type: 'string' } })
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)) throw new Misread(`--keep is '${keep}': use a whole number from 1 on.`)
  return { ...(to && { to: resolve(to) }), ...(keep && { keep: Number(keep) }) }
}
