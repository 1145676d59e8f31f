import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { knownSecret } from '#server/secret.ts'
import { onlyOwner } from '#server/store/files.ts'
import { StartRefused, type Place } from '#server/store/open.ts'

type Given = Pick<Config, 'secretKey'>

/** Links of forms, budgets and the hashes of who left are keyed by it: a store and its secret move together. Throws StartRefused. */
export function checkSecrets(source: Place, target: Place, { secretKey }: Given): void {
  if ('dataDir' in source) knownSecret({ secretKey, dataDir: source.dataDir })
  for (const place of [source, target]) {
    const path = secretFile(place)
    const kept = path && read(path)
    if (secretKey && kept && kept !== secretKey) throw new StartRefused(`SECRET_KEY is not the secret in ${path}: set the one that the waitlist was served with${place === target ? ', or name another folder in --to' : ', or leave it out to use that file'}.`)
  }
}

/** Writes the secret into a data folder that has none. Says where it is then, never what it is. */
export function settleSecret(source: Place, target: Place, { secretKey }: Given): string {
  const [kept, wanted] = [secretFile(source), secretFile(target)]
  if (wanted) {
    if (secretKey && !existsSync(wanted)) writeFileSync(wanted, secretKey, { mode: onlyOwner.file, flag: 'wx' })
    return `The secret is in ${wanted}: start the server with this folder as DATA_DIR, and without DATABASE_URL.`
  }
  if (kept && existsSync(kept)) return `The secret is in ${kept}: start the server with DATABASE_URL, and SECRET_KEY set to what that file holds.`
  return 'The secret is the SECRET_KEY that is set now: start the server with DATABASE_URL and that same SECRET_KEY.'
}

const secretFile = (place: Place) => ('dataDir' in place ? join(place.dataDir, 'secret') : null)
const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trim() : null)
