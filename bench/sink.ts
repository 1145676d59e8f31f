import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * `addresses`: how many got one; `firstAt`: when the first mail began, ms since 1970; `cpuMicros`:
 * the sink's own so far.
 */
export type Arrived = { mails: number; addresses: number; firstAt: number; cpuMicros: number }
export type Sink = { url: string; arrived(): Promise<Arrived>; stop(): void }

/** A mail server in a process of its own, which ends with this one. */
export async function openSink(): Promise<Sink> {
  const child = fork(join(import.meta.dirname, 'sink-server.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { port } = await heard<{ port: number }>(child)
  child.unref()
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived: () => {
      child.send('how many?')
      return heard<Arrived>(child)
    },
    stop: () => child.disconnect(),
  }
}

/** Only who waits for it is kept from ending by it. */
async function heard<T>(child: ChildProcess): Promise<T> {
  child.channel!.ref()
  const [message] = (await once(child, 'message')) as [T]
  child.channel!.unref()
  return message
}
