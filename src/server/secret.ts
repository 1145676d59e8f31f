import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { StartRefused } from './store/errors.ts'

/** SECRET_KEY, or the one that is made at the first start and kept in the data folder (mode 600). */
export function readSecret({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string {
  if (secretKey) return secretKey
  const file = join(dataDir, 'secret')
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw new StartRefused(`${file} cannot be written: give this user write permission to ${dataDir}, or set DATA_DIR to a folder that it may write.`)
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32) throw new StartRefused(`${file} holds fewer than 32 characters: put the secret back from a backup, or delete the file, after which links of forms that are open now stop counting.`)
  return secret
}

/** The secret that a server has used here, for commands: one that they made themselves would be none of the waitlist's. */
export function knownSecret(given: Pick<Config, 'secretKey' | 'dataDir'>): string {
  const file = join(given.dataDir, 'secret')
  if (!given.secretKey && !existsSync(file)) throw new StartRefused(`${file} is not there, and SECRET_KEY is not set: set it as the server has it.`)
  return readSecret(given)
}
