import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { DiskFull, isNoSpaceError, StartRefused } from './start-refused.ts'

/** Newest first: what is made is made with the first, and what is checked is checked with each. */
export type Secrets = readonly [string, ...string[]]

type Given = Pick<Config, 'secrets' | 'dataDir' | 'databaseUrl'>

export const secretFile = (dataDir: string): string => join(dataDir, 'secret')

/** Those of SECRET_KEY, or of the file in the data folder, which is made at the first start (mode 600). Throws StartRefused. */
export function readSecrets({ secrets, dataDir, databaseUrl }: Given): Secrets {
  if (secrets) {
    // With DATABASE_URL the file is of a store that lay in the folder before, whose secrets may have been taken out since.
    if (!databaseUrl) refuseLacking(secrets, dataDir)
    return secrets
  }
  const file = secretFile(dataDir)
  if (!existsSync(file)) writeNew(file, dataDir)
  const kept = splitSecrets(readFileSync(file, 'utf8'))
  if (!areSecrets(kept))
    throw new StartRefused(
      `${file} holds a secret of fewer than ${leastLength} characters, or none: put the file back from a backup, or delete it, after which nobody who was erased is known to an import.`,
    )
  return kept
}

/** Whole or not at all: half a secret, as a full disk leaves it, would stop every later start. Another process may be faster. */
function writeNew(file: string, dataDir: string): void {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600 })
    linkSync(draft, file)
  } catch (error) {
    if (isNoSpaceError(error)) throw new DiskFull(dataDir, { cause: error })
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StartRefused(
        `${file} cannot be written: give this user write permission to ${dataDir}, or set DATA_DIR to a folder that it may write.`,
      )
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Those that a server has used here, for commands: one that they made themselves would be none of the waitlist's. */
export function knownSecrets(given: Given): Secrets {
  const file = secretFile(given.dataDir)
  if (!given.secrets && !existsSync(file))
    throw new StartRefused(
      `${file} is not there, and SECRET_KEY is not set: set it as the server has it.`,
    )
  return readSecrets(given)
}

/** What the file of a data folder holds, without judging it; null where there is none. */
export function keptSecrets(dataDir: string): string[] | null {
  const file = secretFile(dataDir)
  return existsSync(file) ? splitSecrets(readFileSync(file, 'utf8')) : null
}

/** Else whoever was erased under a secret of the file would be known to no import, without a word. Throws StartRefused. */
export function refuseLacking(secrets: Secrets, dataDir: string): void {
  const used = keptSecrets(dataDir)?.filter(isSecret) ?? []
  if (!coverAll(secrets, used))
    throw new StartRefused(
      `SECRET_KEY lacks a secret of ${secretFile(dataDir)}, with which the waitlist was served: add it after the newest one, or remove that file once its secret is to count no more.`,
    )
}

/** True where all that was made with `others` can be checked with `secrets`. */
export const coverAll = (secrets: readonly string[], others: readonly string[]): boolean =>
  others.every((other) => secrets.includes(other))

/** The text of a file, as of SECRET_KEY. */
export const splitSecrets = (text: string): string[] => [
  ...new Set(text.split(/[\s,]+/).filter(Boolean)),
]
export const joinSecrets = (secrets: readonly string[]): string => secrets.join('\n')

const leastLength = 32
const isSecret = (text: string) => text.length >= leastLength
export const areSecrets = (secrets: readonly string[]): secrets is Secrets =>
  secrets.length > 0 && secrets.every(isSecret)
