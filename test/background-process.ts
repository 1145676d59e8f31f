import { spawn, type SpawnOptions } from 'node:child_process'

/**
 * Groups of processes that still run: none outlives the test's process, whatever happens to the
 * test.
 */
const running = new Set<number>()
process.once('exit', () => running.forEach((pid) => process.kill(-pid, 'SIGKILL')))

/** A command in a group of its own, such as npm with the script that it runs. */
export function inBackground([command, ...args]: string[], options: SpawnOptions = {}) {
  const child = spawn(command!, args, {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid!
  running.add(pid)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream!.on('data', (chunk: Buffer) => {
      output += chunk
    })
  let ended = false
  const exited = new Promise<number | null>((done) =>
    child.once('exit', (code) => {
      running.delete(pid)
      ended = true
      done(code)
    }),
  )
  return {
    /** standard output and standard error so far */
    output: () => output,
    /** Resolves once it holds; fails with the output where the command ends before. */
    async until(holds: () => unknown) {
      while (!(await holds())) {
        if (ended) throw new Error(`${args.join(' ')} ended:\n${output}`)
        await new Promise((done) => setTimeout(done, 50))
      }
    },
    /** Asks the command alone to end, and returns its exit code. */
    async terminate() {
      child.kill('SIGTERM')
      return exited
    },
    /** Ends the whole group at once. */
    async kill() {
      if (!ended) process.kill(-pid, 'SIGKILL')
      await exited
    },
  }
}
