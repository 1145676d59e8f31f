import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onlyOwner } from './files.ts'
import { isServerRunning } from './lock.ts'

/**
 * Notes beside the lock where the server of a data folder is reached, for commands that run without
 * its PORT and PUBLIC_URL. Returns a function that removes the note.
 */
export function noteServerAddress(dataDir: string, publicUrl: string): () => void {
  writeFileSync(addressPath(dataDir), `${publicUrl}\n`, { mode: onlyOwner.file })
  return () => rmSync(addressPath(dataDir), { force: true })
}

/** Null where no server runs on the folder, or where none has noted its address. */
export function runningServerAddress(dataDir: string): string | null {
  try {
    const text = readFileSync(addressPath(dataDir), 'utf8').trim()
    return URL.canParse(text) && isServerRunning(dataDir) ? text : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const addressPath = (dataDir: string) => join(dataDir, 'server.address')
