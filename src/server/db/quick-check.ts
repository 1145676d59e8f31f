import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { isDamage } from './sqlite-errors.ts'

/** Runs in a worker thread: reads the whole store and posts what is damaged, or null. */
function check(path: string): string | null {
  const file = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    const first = file.prepare('pragma quick_check(1)').get()
    return first?.['quick_check'] === 'ok'
      ? null
      : String(first?.['quick_check']).replace(/^\*\*\*.*\n/, '')
  } catch (error) {
    if (isDamage(error)) return (error as Error).message
    throw error
  } finally {
    file.close()
  }
}

parentPort?.postMessage(check(workerData))
