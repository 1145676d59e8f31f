import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')
export const bin = (name: string): string => join(root, 'node_modules/.bin', name)

/** One test of a run. test/each-file.ts and test/measurements.ts fill in `meta`. */
export type RanTest = {
  /** path below the root */
  file: string
  /** titles of the groups and of the test */
  fullName: string
  status: string
  meta: { assertions?: number; measurements?: string[] }
}
export type VitestRun = {
  passed: number
  failed: number
  tests: RanTest[]
  /** the files with a failed test, and those that did not load */
  failedFiles: string[]
  /** how long each file took */
  secondsOf: ReadonlyMap<string, number>
  /** what Vitest printed */
  output: string
}
type Options = {
  env?: Record<string, string> | undefined
  /** kills the run after this time, in ms; the run then counts as failed */
  timeoutMs?: number | undefined
}

/** Runs Vitest with these arguments and reads its report. A run without a report has failed. */
export async function runVitest(
  args: readonly string[],
  options: Options = {},
): Promise<VitestRun> {
  const folder = mkdtempSync(join(tmpdir(), 'ascend-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  try {
    const { status, output } = await outputOf(['run', ...reporters, ...args], options)
    const { failed, ...rest } = readReport(report)
    return { ...rest, failed: failed === 0 && status !== 0 ? 1 : failed, output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function outputOf(args: string[], { env = {}, timeoutMs }: Options) {
  return new Promise<{ status: number | null; output: string }>((done) => {
    const child = spawn(bin('vitest'), args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', ({ message }) => done({ status: null, output: message }))
    child.on('close', (status) => done({ status, output }))
  })
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: Omit<RanTest, 'file'>[]
  }[]
}

/** A file that did not load has no test: it counts as one failed test. */
function readReport(path: string): Omit<VitestRun, 'output'> {
  const { numPassedTests, numFailedTests, testResults } = reportAt(path)
  const notLoaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + notLoaded.length,
    failedFiles: testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name }) => relative(root, name)),
    secondsOf: new Map(
      testResults.map(({ name, startTime, endTime }) => [
        relative(root, name),
        (endTime - startTime) / 1_000,
      ]),
    ),
    tests: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map((test) => ({ ...test, file: relative(root, name) })),
    ),
  }
}

function reportAt(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  }
}

/** The measurements of the tests, one line each. */
export const measurementsOf = (tests: readonly RanTest[]): string[] =>
  tests.flatMap(({ file, meta }) =>
    (meta.measurements ?? []).map((line) => `${basename(file).replace('.test.ts', '')}: ${line}`),
  )
