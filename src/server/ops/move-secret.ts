import { existsSync, writeFileSync } from 'node:fs'
import type { Config } from '#server/config/config.ts'
import { coverAll, joinSecrets } from '#server/config/secret-list.ts'
import { secretsInFile, knownSecrets, secretFile } from '#server/config/secrets.ts'
import { giveToOwner, onlyOwner } from '#server/db/files.ts'
import { type StoreLocation } from '#server/db/open.ts'
import { StartRefused } from '#server/config/start-refused.ts'

type Given = Pick<Config, 'secrets'>

/**
 * The secrets key the links of forms, the budgets and the hashes of people who left, so the target
 * must have those of the source. Throws StartRefused.
 */
export function checkSecrets(
  source: StoreLocation,
  target: StoreLocation,
  { secrets }: Given,
): void {
  if ('dataDir' in source) knownSecrets({ secrets, dataDir: source.dataDir })
  const arriving = 'dataDir' in target ? secretsInFile(target.dataDir) : null
  if (secrets && arriving && !coverAll(arriving, secrets))
    throw new StartRefused(
      `${fileOf(target)} lacks a secret of SECRET_KEY: name another folder in --to.`,
    )
}

/**
 * Writes the secrets into a data folder that has none. Returns a sentence that says where they are,
 * without their values.
 */
export function writeSecret(
  source: StoreLocation,
  target: StoreLocation,
  { secrets }: Given,
): string {
  const [kept, wanted] = [fileOf(source), fileOf(target)]
  if (wanted) {
    if (secrets && !existsSync(wanted)) {
      writeFileSync(wanted, joinSecrets(secrets), { mode: onlyOwner.file, flag: 'wx' })
      giveToOwner(wanted)
    }
    return `The secret is in ${wanted}: start the server with this folder as DATA_DIR, and without DATABASE_URL.`
  }
  if (!secrets && kept)
    return `The secret is in ${kept}: start the server with DATABASE_URL, and SECRET_KEY set to what that file holds.`
  return 'The secret is the SECRET_KEY that is set now: start the server with DATABASE_URL and that same SECRET_KEY.'
}

const fileOf = (place: StoreLocation) => ('dataDir' in place ? secretFile(place.dataDir) : null)
