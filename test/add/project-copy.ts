import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { typesOf } from '../../scripts/check-sources.ts'

const root = resolve(import.meta.dirname, '../..')
const notCopied = ['.git', 'node_modules', 'dist', 'data', '.cache']

export type ProjectCopy = ReturnType<typeof copyProject>

/** A run of Vitest in the copy. */
export type RunInCopy = {
  /** the file of each test that passed */
  passed: string[]
  /** the full title of each test that failed */
  failed: string[]
  /** the messages of all failures */
  failures: string
}

/** How one kind of thing is added to the project. */
export type Addition = {
  /** Edits that leave something out, which the types report. */
  missingInTypes?: (copy: ProjectCopy) => void
  /** Edits that leave something out, which a test reports. */
  missingInTests?: (copy: ProjectCopy) => void
  /** The edits that remain. */
  finish: (copy: ProjectCopy) => void
  /** A file that runs in the copy then, and its text. */
  trial?: () => [file: string, text: string]
  /** Test files and folders of the copy that must pass then. */
  tests?: readonly string[]
}

/**
 * A copy of the project in a temporary folder, with this checkout's node_modules. Tests add a
 * section, a mail or a column to it and check what follows.
 */
export function copyProject() {
  const folder = copyTree()
  /** Runs a program of node_modules/.bin (or `node`) in the copy. */
  function run(program: string, ...args: string[]) {
    const { status, stdout, stderr } = spawnSync(join(folder, 'node_modules/.bin', program), args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    })
    return { status, output: stdout + stderr }
  }
  return {
    write(file: string, text: string) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    },
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
    /** Replaces one occurrence of `from`. Throws where the file does not contain it. */
    edit(file: string, from: string, to: string) {
      const text = readFileSync(join(folder, file), 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not contain: ${from}`)
      writeFileSync(
        join(folder, file),
        text.replace(from, () => to),
      )
    },
    run,
    /** Checks the types by tsconfig.NAME.json: a second time only what changed. */
    types: (name: string) => run('tsc', ...typesOf(name, typesOfCopy)),
    /** Runs these test files. Of the operators' commands only `greet` is tested. */
    test(files: readonly string[]): RunInCopy {
      run('vitest', ...vitest, ...files)
      return readRun(folder)
    },
    delete: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Of this copy alone: its `.cache` is that of the project. */
const typesOfCopy = 'types-of-copy'

const report = 'report.json'
const otherCommands = '^(?!npm run (?!greet ))'
const vitest = [
  'run',
  '--project',
  'rules and store',
  '-t',
  otherCommands,
  '--reporter=json',
  `--outputFile=${report}`,
]

type Report = {
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

function readRun(folder: string): RunInCopy {
  const { testResults } = JSON.parse(readFileSync(join(folder, report), 'utf8')) as Report
  const all = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((one) => ({ ...one, file: relative(folder, name) })),
  )
  return {
    passed: all.filter(({ status }) => status === 'passed').map(({ file }) => file),
    failed: all.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    failures: [
      ...testResults.map(({ message }) => message),
      ...all.flatMap(({ failureMessages }) => failureMessages),
    ].join(''),
  }
}

/**
 * A copy in a temporary folder, with links to the packages and Nodes of this tree. It is deleted
 * when this process ends.
 */
function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ascend-tests-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const name of globSync(['*', '.*'], { cwd: root, exclude: notCopied }))
    cpSync(join(root, name), join(folder, name), { recursive: true })
  mkdirSync(join(folder, '.cache'))
  for (const name of ['node_modules', ...globSync('.cache/node-*', { cwd: root })])
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name))
  return folder
}
