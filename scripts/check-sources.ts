import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { bin, root } from './vitest-run.ts'

/** What the compiler knew after its last run: it checks only what changed since. */
export const typesFolder = '.cache/types'

/**
 * The arguments of `tsc` that check tsconfig.NAME.json. Several threads check some types once each,
 * which doubles what it computes, and the other processes of a run need the processors.
 */
export const typesOf = (name: string, folder = typesFolder): string[] => [
  '-p',
  `tsconfig.${name}.json`,
  '--singleThreaded',
  '--incremental',
  '--tsBuildInfoFile',
  join(folder, `${name}.tsbuildinfo`),
]

const checks: Record<string, readonly string[][]> = {
  'format (to fix it: npm run format)': [[bin('oxfmt'), '--check', '.']],
  types: ['server', 'page', 'browser-tests'].map((name) => [bin('tsc'), ...typesOf(name)]),
  lint: [[bin('oxlint'), '--deny-warnings', '.']],
}

/** Format, types and lint at the same time. Each counts as one test. */
export async function checkSources(): Promise<{ passed: number; failed: number }> {
  mkdirSync(join(root, typesFolder), { recursive: true })
  const passes = await Promise.all(
    Object.entries(checks).map(([name, commands]) => check(name, commands)),
  )
  const passed = passes.filter(Boolean).length
  return { passed, failed: passes.length - passed }
}

/** Passes where each command ends with 0; prints what the others said. */
async function check(name: string, commands: readonly string[][]): Promise<boolean> {
  const start = performance.now()
  const faults = (await Promise.all(commands.map(run))).filter(({ status }) => status !== 0)
  for (const { output } of faults) console.log(output)
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  console.log(`--- ${name}: ${faults.length === 0 ? 'passed' : 'FAILED'}, ${seconds} s`)
  return faults.length === 0
}

function run([command, ...args]: readonly string[]) {
  return new Promise<{ status: number | null; output: string }>((done) => {
    const child = spawn(command!, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', ({ message }) => done({ status: null, output: message }))
    child.on('close', (status) => done({ status, output }))
  })
}
