import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { act } from './act.ts'
import { command } from './command.ts'
import { figure } from './figure.ts'
import { mail } from './mail.ts'
import { metric } from './metric.ts'
import { note } from './note.ts'
import { personalColumn } from './personal-column.ts'
import { popup } from './popup.ts'
import { copyProject, type Addition, type ProjectCopy, type RunInCopy } from './project-copy.ts'
import { section } from './section.ts'
import { setting } from './setting.ts'

/**
 * One thing of each kind is added to one copy of the project, because each check of a copy takes
 * seconds: first with something missing, then whole.
 */
const additions: readonly Addition[] = [
  section,
  figure,
  popup,
  mail,
  personalColumn,
  note,
  setting,
  metric,
  command,
  act,
]
const incompleteTests = [
  'src/page/sections/sections.test.tsx',
  'src/page/overlays/overlay-coordinator.test.ts',
  'src/server/people/personal-data.test.ts',
  'scripts/operator-commands.test.ts',
  'src/server/dashboard/acts.test.ts',
]

/** Ends what hangs. Two checks of all types and two runs of tests take minutes on a busy machine. */
const hangMs = 1_800_000

let copy: ProjectCopy
/** What each addition changes by hand, without tests and their support. */
const filesOf = new Map<Addition, Set<string>>()
function noting(addition: Addition): ProjectCopy {
  const files = filesOf.get(addition) ?? new Set()
  filesOf.set(addition, files)
  const note = (file: string) => /^test\/|\.test\./.test(file) || files.add(file)
  return {
    ...copy,
    write: (file, text) => (note(file), copy.write(file, text)),
    edit: (file, from, to) => (note(file), copy.edit(file, from, to)),
  }
}
let incomplete: { types: string; tests: RunInCopy }
let whole: { types: object[]; tests: RunInCopy }
beforeAll(() => {
  copy = copyProject()
  for (const addition of additions) addition.missingInTypes?.(noting(addition))
  const types = ['server', 'page'].map((name) => copy.types(name).output).join('')
  for (const addition of additions) addition.missingInTests?.(noting(addition))
  incomplete = { types, tests: copy.test(incompleteTests) }
  for (const addition of additions) addition.finish(noting(addition))
  const wholeTypes = ['server', 'page'].map(copy.types)
  for (const { trial } of additions) if (trial) copy.write(...trial())
  const tests = additions.flatMap((addition) => addition.tests ?? [])
  whole = { types: wholeTypes, tests: copy.test(tests) }
  copy.run('node', 'scripts/docs-tables.ts')
}, hangMs)
afterAll(() => copy.delete())

describe('an addition that is incomplete is reported', () => {
  test('a section without a component stops the page, and the error names the missing file', () =>
    expect(incomplete.tests.failures).toContain('press-kit.section.tsx does not export Content.'))

  test('a popup that the contract does not name, by the types; one in no list, by a test', () => {
    expect(incomplete.types).toContain(`Type '"try-popup"' is not assignable`)
    expect(incomplete.tests.failed).toContain(
      'each overlay key of the contract has one declaration',
    )
  })

  test('a personal column that is not declared, by the types and by a test', () => {
    expect(incomplete.types).toContain('declare it in personalColumns or internalColumns')
    expect(incomplete.tests.failed).toContain(
      'every column of people is declared as personal data or as internal',
    )
  })

  test('a table about people that nothing reads, by the types; a part without words that is drawn nowhere, too', () => {
    expect(incomplete.types).toContain(
      'read it in parts, or say in shownNowhere why it is not shown',
    )
    for (const file of ['src/page/me/kept-data.tsx', 'src/dashboard/person/timeline.tsx'])
      expect(incomplete.types).toMatch(new RegExp(`${file}.*\n?.*Property 'notes' is missing`))
  })

  test('a figure without an entry, by the types', () =>
    expect(incomplete.types).toMatch(
      /src\/contract\/figures\/figures\.ts.*Property '"figures\.today"' is missing/,
    ))

  test("an operator's act that is in no list, by a test", () =>
    expect(incomplete.tests.failed).toContain(
      'every act that a file declares is in the list of acts',
    ))

  test("an operator's command that package.json does not have, by a test", () =>
    expect(incomplete.tests.failed).toContain(
      'npm run greet package.json has a script that runs it',
    ))
})

describe('with one thing of each kind added', () => {
  const run = (...args: string[]) => copy.run('node', ...args)

  test('the types of server and page are right', () => {
    const right = { status: 0, output: '' }
    expect(whole.types).toEqual([right, right])
  })

  test('all tests of what was added pass', () => {
    expect([whole.tests.failed, whole.tests.failures]).toEqual([[], ''])
    for (const name of additions.flatMap((addition) => addition.tests ?? []))
      expect(whole.tests.passed.filter((file) => file.startsWith(name))).not.toEqual([])
  })

  test('a section is its declaration, its component, and its words in each campaign', () =>
    expect(whole.tests.passed.filter((file) => file === section.tests![0])).toHaveLength(4))

  test('a figure is three files: its schema, its entry, and its value in the campaign', () => {
    expect(whole.tests.passed).toContain('src/contract/figures/figure-trial.test.ts')
    expect([...filesOf.get(figure)!]).toEqual([
      'src/campaign/schema/figures.ts',
      'campaigns/fuel/figures.ts',
      'src/contract/figures/figures.ts',
    ])
  })

  test('a personal column is its column, its type, one declaration and its words; everything else follows', () => {
    expect(whole.tests.passed).toContain('src/server/people/trial.test.ts')
    expect(copy.read('docs/operating.md')).toContain(
      '| `country` | `country` | `country` | the country that the person named |',
    )
  })

  test('a personal column that people set on their own page is four files, and its words in each language', () =>
    expect([...filesOf.get(personalColumn)!]).toEqual([
      'src/server/db/people-schema.ts',
      'src/contract/people/personal-data.ts',
      'campaigns/base/words/me.ts',
      'campaigns/base/words/stored.ts',
      'campaigns/base/nl/stored.ts',
      'campaigns/base/nl/me.ts',
      'src/page/me/choices.tsx',
      'src/server/people/me-routes.ts',
    ]))

  test('a note of operators on a person is its table, its words, its query and its act', () => {
    expect(whole.tests.passed).toContain('src/server/people/note-trial.test.ts')
    expect([...filesOf.get(note)!]).toEqual([
      'src/server/db/people-schema.ts',
      'src/contract/people/personal-data.ts',
      'src/server/people/personal-data.ts',
      'campaigns/base/words/stored.ts',
      'campaigns/base/nl/stored.ts',
      'src/server/people/acts.ts',
    ])
  })

  test('a setting is one declaration; its parsing, error, help and row in README follow', () => {
    expect(run('src/server/setting-trial.ts').output).toBe(
      "eu\nus\nREGION is 'mars', which is not usable: use eu or us.\n",
    )
    expect(run('src/server/main.ts', '--help').output).toMatch(
      /^REGION +where the data lies\. Default: eu\.$/m,
    )
    expect(copy.read('README.md')).toContain('| `REGION` | `eu` | where the data lies |')
  })

  test('a metric is one declaration; its series and its row in the docs follow', () => {
    expect(run('src/server/metric-trial.ts').output)
      .toContain(`# HELP data_downloads_total downloads of personal data, by outcome
# TYPE data_downloads_total counter
data_downloads_total{outcome="done"} 1
data_downloads_total{outcome="failed"} 0
`)
    expect(copy.read('docs/operating.md')).toContain(
      '| `data_downloads_total` | downloads of personal data, by `outcome` | `failed` rises |',
    )
  })

  test("an operator's command is its table, one entry and one line of package.json; everything else follows", () => {
    const greet = (...args: string[]) => run('scripts/run-command.ts', 'greet', ...args)
    expect(greet('--loud')).toEqual({ status: 0, output: 'HELLO\n' })
    expect(greet('--help').output).toContain('--loud  in capital letters')
    expect(greet('--wrong').status).toBe(2)
    expect(copy.read('docs/operating.md')).toContain(
      '| `npm run greet` | Prints one greeting. Options: `--loud`. | needs no store |',
    )
  })

  test("an operator's act is its declaration and one line in a list; its command, help, log and page follow", () => {
    expect(whole.tests.passed).toContain('src/server/ops/act-trial.test.ts')
    expect(run('scripts/run-command.ts', 'mail', '--help').output).toContain('--name NAME  to whom')
    expect(copy.read('docs/operating.md')).toMatch(/\| `npm run mail -- hello` \| Waves hello\./)
  })
})
