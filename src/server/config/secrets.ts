import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DiskFull, isNoSpaceError, StartRefused } from './start-refused.ts'

type Given = { secrets?: Secrets | undefined; dataDir: string; databaseUrl?: string | undefined }

export const secretFile = (dataDir: string): string => join(dataDir, 'secret')

/**
 * The secrets of SECRET_KEY, or of the file in the data folder, which the first start creates (mode
 * 600). Throws StartRefused.
 */
export function readSecrets({ secrets, dataDir, databaseUrl }: Given): Secrets {
  if (secrets) {
    // With DATABASE_URL the file belongs to a former SQLite store: its secrets may be retired by
    // now.
    if (!databaseUrl) requireUsedSecrets(secrets, dataDir)
    return secrets
  }
  const file = secretFile(dataDir)
  if (!existsSync(file)) createSecretFile(file, dataDir)
  const secretsOfFile = readSecretFile(file)
  if (!areSecrets(secretsOfFile))
    throw new StartRefused(
      `${file} contains a secret of fewer than ${minSecretLength} characters, or none: restore the file from a backup, or delete it. After deleting it, imports would no longer recognise erased addresses.`,
    )
  return secretsOfFile
}

/**
 * Writes a draft and links it, so that a full disk leaves no half secret, which would stop every
 * later start. Another process may create the file first (EEXIST): then its secret counts.
 */
function createSecretFile(file: string, dataDir: string): void {
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

/** The secrets of the waitlist, for commands, which never create one. Throws StartRefused. */
export function knownSecrets(given: Given): Secrets {
  const file = secretFile(given.dataDir)
  if (!given.secrets && !existsSync(file))
    throw new StartRefused(
      `${file} does not exist, and SECRET_KEY is not set: set SECRET_KEY as the server has it.`,
    )
  return readSecrets(given)
}

/** The secrets in the file of a data folder, unchecked; null if there is no file. */
export function secretsInFile(dataDir: string): string[] | null {
  const file = secretFile(dataDir)
  return existsSync(file) ? readSecretFile(file) : null
}

function readSecretFile(file: string): string[] {
  try {
    return splitSecrets(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartRefused(
      `${file} cannot be read (${code}): let the user of the server read it, and nobody else.`,
      { cause: error },
    )
  }
}

/**
 * Throws StartRefused where `secrets` lacks one of the file's: imports would silently no longer
 * recognise the addresses that were erased under it.
 */
export function requireUsedSecrets(secrets: Secrets, dataDir: string): void {
  const used = secretsInFile(dataDir)?.filter(isSecret) ?? []
  if (!coverAll(secrets, used))
    throw new StartRefused(
      `SECRET_KEY lacks a secret of ${secretFile(dataDir)}, which this waitlist has used: add it after the newest one, or remove that file to retire its secret.`,
    )
}

/** Newest first: new values are signed with the first, and each one can verify. */
export type Secrets = readonly [string, ...string[]]

const minSecretLength = 32
const isSecret = (text: string): boolean => text.length >= minSecretLength
export const areSecrets = (secrets: readonly string[]): secrets is Secrets =>
  secrets.length > 0 && secrets.every(isSecret)

/** Reads the text of a secret file or of SECRET_KEY. */
export const splitSecrets = (text: string): string[] => [
  ...new Set(text.split(/[\s,]+/).filter(Boolean)),
]
export const joinSecrets = (secrets: readonly string[]): string => secrets.join('\n')

/** True where `secrets` can verify everything that was made with `others`. */
export const coverAll = (secrets: readonly string[], others: readonly string[]): boolean =>
  others.every((other) => secrets.includes(other))
