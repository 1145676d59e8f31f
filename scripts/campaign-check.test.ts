import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compileCache } from '#test/compile-cache.ts'
import { freshFolder } from '#test/fresh-store.ts'

const root = resolve(import.meta.dirname, '..')

let copied: string | undefined

/** One copy of the tree for all tests of this file. */
function copyOfTree(): string {
  if (copied) return copied
  copied = freshFolder()
  for (const name of ['campaigns', 'src', 'scripts', 'package.json', '.oxfmtrc.json'])
    cpSync(join(root, name), join(copied, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copied, 'node_modules'))
  return copied
}

/** The tree with one campaign file changed, built or listed. The file is as before afterwards. */
function runWith(command: readonly string[], file: string, change: (source: string) => string) {
  const tree = copyOfTree()
  const path = join(tree, 'campaigns/fuel', file)
  const source = readFileSync(path, 'utf8')
  const changed = change(source)
  if (changed === source) throw new Error(`${file} was not changed`)
  const run = (command: readonly string[]) =>
    spawnSync(process.execPath, [...command], {
      cwd: tree,
      encoding: 'utf8',
      env: { ...process.env, ...compileCache },
      timeout: 240_000,
    })
  writeFileSync(path, changed)
  try {
    if (command[0] === 'scripts/run-command.ts') run(['scripts/write-campaign.ts'])
    return run(command)
  } finally {
    writeFileSync(path, source)
  }
}

const wrong = [
  [
    '[LIVE-1] a wrong figure',
    'figures.ts',
    '8_932',
    '18_932',
    'The campaign cannot be built:\n  campaigns/fuel/figures.ts  figures.launch.value.registered: more are registered than the goal',
  ],
  [
    '[LIVE-1] a figure that is live on its own',
    'figures.ts',
    "simulated: Source = { kind: 'simulated' }",
    "simulated: Source = { kind: 'live' }",
    "campaigns/fuel/figures.ts  figures.waiting.source: 'live' is no source: use simulated or claim; with FIGURES=live the server counts the whole page",
  ],
  [
    'a consent line without its link',
    '../base/en/consents.ts',
    'any time. Privacy',
    'any time.',
    "campaigns/base/en  consents.0.text: it does not end with its link, 'Privacy'",
  ],
  [
    '[LANG-5] a text without words in a further language',
    'nl/copy/hero.ts',
    /^ +badge: .*\n/m,
    '',
    "campaigns/fuel/nl/copy/hero.ts  hero.badge: it has no text in 'nl', and one in 'en'",
  ],
  [
    'its first language among the further ones',
    'index.ts',
    'languages = { nl: dutch }',
    'languages = { en: dutch }',
    "campaigns/fuel/index.ts: 'en' is the first language of the campaign, whose texts stand in 'campaign': remove it from 'languages'.",
  ],
  [
    '[LANG-5] a language that the base does not have',
    'index.ts',
    'languages = { nl: dutch }',
    'languages = { nl: dutch, fr: dutch }',
    "campaigns/base has no texts in 'fr', only in en and nl: write campaigns/base/fr as campaigns/base/nl is, with its privacy page and consent line, and name it in campaigns/base/languages.ts.",
  ],
] as const

describe.each([
  ['the build', ['scripts/build.ts']],
  ['what npm run dev and each command do first', ['scripts/write-campaign.ts']],
])('%s', (_, command) => {
  test.each(wrong)(
    'is stopped by %s, with the file, the key and the reason',
    (_, file, from, to, line) => {
      const { status, stderr } = runWith(command, file, (source) => source.replace(from, to))
      expect([status, stderr]).toEqual([1, expect.stringContaining(line)])
    },
  )
})

test('[BRAND-3] [BRAND-8] a fault of the theme is named together with those of the texts', () => {
  const theme = join(copyOfTree(), 'campaigns/fuel/theme.ts')
  const source = readFileSync(theme, 'utf8')
  writeFileSync(theme, source.replace(/ground: '#\w+'/, "ground: '#F4B740'"))
  try {
    const { stderr } = runWith(['scripts/write-campaign.ts'], 'figures.ts', (figures) =>
      figures.replace('8_932', '18_932'),
    )
    expect(stderr).toContain('campaigns/fuel/theme.ts: ')
    expect(stderr).toContain('figures.launch.value.registered: more are registered than the goal')
  } finally {
    writeFileSync(theme, source)
  }
})

describe('npm run figures', () => {
  const evident =
    "{ percent: 89, text: 'more energy within 14 days', source: { kind: 'claim', evidence: 'A cohort of 212' } }"
  const figures = (...options: string[]) =>
    runWith(['scripts/run-command.ts', 'figures', ...options], 'figures.ts', (source) =>
      source.replace(/\{ percent: 89,[^}]*\}/, evident),
    )

  test('[LIVE-3] lists each figure with source, key, file, value and evidence, and each missing fact', () => {
    const { status, stdout } = figures()
    expect(status).toBe(0)
    expect(stdout).toMatch(
      /^simulated +figures\.launch +campaigns\/fuel\/figures\.ts +\{"registered":8932,"goal":10000\}$/m,
    )
    expect(stdout).toMatch(/^claim +figures\.cohort\.0 .* {2}evidence: A cohort of 212$/m)
    expect(stdout).toMatch(/^claim +figures\.cohort\.1 .* {2}no evidence$/m)
    expect(stdout).toMatch(/^claim +offers\.exit +campaigns\/fuel\/offers\.ts .* {2}no evidence$/m)
    expect(stdout).toMatch(/^sample +product\.dose +campaigns\/fuel\/product\.ts +"one a day"$/m)
    expect(stdout).toMatch(
      /^sample +sections\.contents\.label +campaigns\/fuel\/copy\/sections\.ts +\{"title":/m,
    )
    expect(stdout).toMatch(
      /^missing +privacy\.contact\.email +campaigns\/fuel\/copy\/privacy\.ts +"privacy@fuelprotocol\.example" /m,
    )
    expect(stdout).toMatch(
      /\n13 simulated figures, 9 claims without evidence, 7 samples, 1 missing fact\.\n$/,
    )
  })

  test('[LIVE-3] --json prints the same as one document', () => {
    const { status, stdout } = figures('--json')
    const report = JSON.parse(stdout)
    expect(status).toBe(0)
    expect(report.open).toEqual({
      simulated: 13,
      claimsWithoutEvidence: 9,
      samples: 7,
      missing: 1,
    })
    expect(report.figures).toContainEqual({
      key: 'figures.cohort.0',
      file: 'campaigns/fuel/figures.ts',
      source: 'claim',
      evidence: 'A cohort of 212',
      value: { percent: 89, text: 'more energy within 14 days' },
      now: null,
    })
    expect(report.samples.map(({ key }: { key: string }) => key)).toEqual([
      ...['contents', 'dose', 'form', 'date', 'price'].map((name) => `product.${name}`),
      'sections.contents.label',
      'sections.contents.note',
    ])
    expect(report.missing).toMatchObject([
      { key: 'privacy.contact.email', value: 'privacy@fuelprotocol.example' },
    ])
  })

  test('[LIVE-3] --strict exits 1 while an entry is open, with the same list', () => {
    const { status, stdout } = figures('--strict')
    expect(status).toBe(1)
    expect(stdout).toBe(figures().stdout)
  })

  test('--help exits 0; a wrong option exits 2, is named, and says where to look', () => {
    const help = figures('--help')
    expect([help.status, help.stdout]).toEqual([
      0,
      expect.stringContaining('npm run figures -- [--strict] [--json]'),
    ])
    const wrong = figures('--strickt')
    expect([wrong.status, wrong.stdout + wrong.stderr]).toEqual([
      2,
      "Unknown option '--strickt'. See: npm run figures -- --help\n",
    ])
  })
})

test('[LIVE-3] npm run figures --strict exits 0 once nothing is simulated, each claim has evidence and no fact is missing or a sample', () => {
  const { status, stdout } = runWith(
    ['scripts/run-command.ts', 'figures', '--strict'],
    'index.ts',
    (
      source,
    ) => `${source.replace('export const campaign', 'const shipped').replace('export const languages', 'const spoken')}
const proven = (value: any): any => Array.isArray(value) ? value.map(proven) : typeof value !== 'object' || value === null ? value
  : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === 'source' ? { kind: 'claim', evidence: 'Audit of May' } : proven(inner)]))
const given = (value: any): any => typeof value !== 'object' || value === null || Array.isArray(value) ? value
  : 'sample' in value ? value.sample : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, given(inner)]))
export const languages = given(spoken)
export const campaign = { ...given(shipped), figures: proven(shipped.figures), offers: proven(shipped.offers),
  privacy: { ...privacy, contact: { ...privacy.contact, email: 'privacy@brand.nl' } } }
`,
  )
  expect([status, stdout]).toEqual([
    0,
    expect.stringContaining(
      '\n0 simulated figures, 0 claims without evidence, 0 samples, 0 missing facts.',
    ),
  ])
})

test.each([
  ['light', '#FFE600', 'en'],
  ['dark', '#1B1B3A', 'nl'],
])(
  '[BRAND-2] a new brand on a %s ground, with an accent of %s, in %s, passes the checks of the build',
  (scheme, color, lang) => {
    const tree = copyOfTree()
    const run = (command: readonly string[], campaign: string) =>
      spawnSync(process.execPath, [...command], {
        cwd: tree,
        encoding: 'utf8',
        env: { ...process.env, ...compileCache, CAMPAIGN: campaign },
      })
    run(['scripts/write-campaign.ts'], 'fuel')
    const name = `lock-${scheme}-of-a-name-of-forty-letters-at-most`.slice(0, 41)
    const made = run(
      [
        'scripts/run-command.ts',
        'brand',
        'new',
        '--lang',
        lang,
        name,
        '--color',
        color,
        '--scheme',
        scheme,
      ],
      'fuel',
    )
    expect([made.status, made.stdout]).toEqual([
      0,
      expect.stringContaining(`CAMPAIGN=${name} DATA_DIR=data-${name} npm start`),
    ])
    const checked = run(['scripts/write-campaign.ts'], name)
    expect([checked.status, checked.stderr]).toEqual([0, ''])
    const format = run(['node_modules/.bin/oxfmt', '--check', `campaigns/${name}`], 'fuel')
    expect([format.status, format.stderr]).toEqual([0, ''])
  },
)
