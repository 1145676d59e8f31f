import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { createVitest, type TestModule, type TestRunResult, type Vitest } from 'vitest/node'

/** `timed out`: no test failed, and one did not end. `broken`: no test failed, but Vitest did. */
export type Trial = 'passed' | 'failed' | 'timed out' | 'broken'
export type Result = { trial: Trial; by: string[]; why: string }

/** The most processor time of a test (s). A busy or suspended machine ends no test. */
const mostWorkS = 20

/**
 * Runs tests of the project `rules and store` in `root` repeatedly in one Vitest, which keeps its
 * compiled files.
 */
export async function openTrials(root: string) {
  const vitest = await createVitest('test', {
    root,
    watch: false,
    project: ['rules and store'],
    reporters: [{}],
    bail: 1,
  })
  const files = (await vitest.globTestSpecifications()).map(({ moduleId }) =>
    moduleId.slice(root.length + 1),
  )
  return {
    /** every test file, by its path below the root */
    files,
    changed: (file: string) => vitest.invalidateFile(join(root, file)),
    run: (tests: readonly string[]) =>
      run(
        vitest,
        tests.map((test) => join(root, test)),
      ),
    close: () => vitest.close(),
  }
}

async function run(vitest: Vitest, paths: readonly string[]): Promise<Result> {
  const others = new Set(children().map(({ pid }) => pid))
  let endless = false
  const watch = setInterval(() => {
    for (const { pid, workedS } of children()) {
      if (others.has(pid) || workedS < mostWorkS) continue
      endless = true
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        /* it has ended since it was listed */
      }
    }
  }, 2_000)
  vitest.state.clearErrors()
  const ran = await vitest
    .runTestSpecifications(paths.flatMap((path) => vitest.getModuleSpecifications(path)))
    .finally(() => clearInterval(watch))
  return resultOf(
    ran,
    ran.testModules.filter(({ moduleId }) => paths.includes(moduleId)),
    endless,
  )
}

function resultOf(
  { unhandledErrors }: TestRunResult,
  modules: readonly TestModule[],
  endless: boolean,
): Result {
  const errors = modules.map((module) => ({
    file: module.relativeModuleId,
    texts: errorsOf(module),
  }))
  const failed = errors.filter(({ texts }) => texts.some((text) => !isTimeOut(text)))
  const by = failed.map(({ file }) => file)
  const why = [...errors.flatMap(({ texts }) => texts), ...unhandledErrors.map(String)].join('\n')
  if (endless) return { trial: 'timed out', by: [], why }
  if (failed.length > 0) return { trial: 'failed', by, why }
  if (errors.some(({ texts }) => texts.length > 0)) return { trial: 'timed out', by: [], why }
  if (
    unhandledErrors.length > 0 ||
    modules.length === 0 ||
    modules.some((module) => module.state() !== 'passed')
  )
    return { trial: 'broken', by: [], why }
  return { trial: 'passed', by: [], why }
}

const errorsOf = (module: TestModule): string[] =>
  [
    ...module.errors(),
    ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ...[...module.children.allTests()].flatMap((test) => test.result().errors ?? []),
  ].map(({ message }) => message)

const isTimeOut = (text: string) => /^(Test|Hook) timed out in/.test(text)

/**
 * The processes that this one has started, with their processor time, which `ps` prints as
 * [days-][hours:]minutes:seconds.
 */
function children(): { pid: number; workedS: number }[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,time='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
  return rows
    .filter(([, parent]) => Number(parent) === process.pid)
    .map(([pid, , worked = '']) => ({
      pid: Number(pid),
      workedS: worked
        .split(/[-:]/)
        .map(Number)
        .reduce((sum, part) => sum * 60 + part, 0),
    }))
}
