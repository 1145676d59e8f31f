import type { Config } from '#server/config/config.ts'
import {
  areSecrets,
  coverAll,
  splitSecrets,
  type Secrets,
  secretsInFile,
  requireUsedSecrets,
  secretFile,
} from '#server/config/secrets.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import type { BackupNote } from '#server/db/backup.ts'

type ChosenSecrets = { secrets: Secrets | null; toWrite: Secrets | null }

/**
 * The secrets that can verify everything in the restored store; null where neither backup nor
 * folder has one. `toWrite` goes into the folder's secret file.
 */
export function chooseSecrets(
  note: BackupNote | null,
  { secrets: given, dataDir }: Pick<Config, 'secrets' | 'dataDir'>,
  { file, force }: { file: string; force: boolean },
): ChosenSecrets {
  if (given) requireUsedSecrets(given, dataDir)
  const inFolder = secretsInFile(dataDir)
  const usable = inFolder && areSecrets(inFolder) ? inFolder : null
  const noted = note && splitSecrets(note.secret)
  if (!noted) return { secrets: given ?? usable, toWrite: null }
  if (!areSecrets(noted))
    throw new StartRefused(`${file} contains no secret: name a file that npm run backup has made.`)
  if (given && !coverAll(given, noted))
    throw new StartRefused(
      `SECRET_KEY lacks a secret that ${file} was made with: add it after the newest, or unset SECRET_KEY to use the secret of the backup.`,
    )
  if (given) return { secrets: given, toWrite: null }
  if (usable && coverAll(usable, noted)) return { secrets: usable, toWrite: null }
  if (inFolder && !force)
    throw new StartRefused(
      `${secretFile(dataDir)} lacks a secret that ${file} was made with: add --force to replace it with that of the backup.`,
    )
  return { secrets: noted, toWrite: noted }
}
