import { mkdirSync, rmdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Below those that a system chooses for PORT=0 and for outgoing connections. */
const [lowest, highest] = [20_000, 32_000]
const staleMs = 3_600_000

const reserved: string[] = []
process.once('exit', () => reserved.forEach((folder) => rmdirSync(folder)))

/**
 * A loopback port for a program that must know its port before it starts, or starts again on the
 * same one. Nobody listens on it, and neither the system nor another test gives it away until this
 * process ends.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (isMine(port) && (await isFree(port))) return port
  }
}

/** A folder marks a port: only one process can create it. */
function isMine(port: number): boolean {
  const folder = join('/tmp', `ascend-port-${port}`)
  try {
    if (isStale(folder)) rmdirSync(folder)
    mkdirSync(folder)
    reserved.push(folder)
    return true
  } catch {
    return false
  }
}

/** Of a process that was killed. */
const isStale = (folder: string) =>
  Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > staleMs

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
