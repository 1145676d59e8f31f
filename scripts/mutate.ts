import '../src/server/node-version.ts'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { mutantsOf, type Mutant } from './mutants.ts'

/**
 * `npm run test:mutate`: changes each constant of the campaign's figures and offers, and each constant and comparison of the
 * page's rules, one at a time, and expects a test to fail. It works on a copy; the last score is kept in docs/mutants.md.
 */
const root = resolve(import.meta.dirname, '..')
const files = [
  'src/campaign/figures.ts', 'src/campaign/offers.ts', 'src/campaign/phases.ts',
  'src/page/browser/page-time.ts', 'src/page/scarcity/counter.ts', 'src/page/scarcity/countdown.ts', 'src/page/scarcity/span.ts',
  'src/page/phases/phase-at.ts', 'src/page/popups/place.ts', 'src/page/popups/recent.ts', 'src/page/popups/back-to-top.ts', 'src/page/bars/bar-place.ts', 'src/page/bars/bar-height.ts',
  'src/page/browser/far.ts', 'src/page/browser/press-once.ts', 'src/page/browser/keyboard.ts', 'src/page/browser/double-tap.ts',
  'src/contract/conversion-stats.ts', 'src/contract/events.ts', 'src/page/tracking/event-log.ts', 'src/page/tracking/section-views.ts', 'src/page/tracking/visitor-counts.ts',
]

const copy = mkdtempSync(join(tmpdir(), 'ascend-mutants-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
process.on('SIGINT', () => process.exit(130))
for (const name of ['src', 'test', 'scripts', 'docs', 'public', 'index.html', 'package.json', 'vitest.config.ts', ...readdirSync(root).filter((file) => /^tsconfig.*json$/.test(file))]) cpSync(join(root, name), join(copy, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

const start = Date.now()
if (!passes()) throw new Error('The tests fail before anything was changed: mend that first.')
const survivors: Mutant[] = []
let tried = 0
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  for (const mutant of mutantsOf(file, text)) {
    tried++
    writeFileSync(join(copy, file), text.slice(0, mutant.at) + mutant.to + text.slice(mutant.at + mutant.from.length))
    if (passes(file)) survivors.push(mutant)
    console.log(`${survivors.at(-1) === mutant ? 'SURVIVED' : 'killed  '} ${file}:${mutant.line} ${mutant.from} -> ${mutant.to}`)
  }
  writeFileSync(join(copy, file), text)
}
const seconds = Math.round((Date.now() - start) / 1_000)
console.log(`${tried - survivors.length} of ${tried} killed in ${seconds} s`)
writeFileSync(join(root, 'docs/mutants.md'), report())
process.exit(survivors.length > 0 ? 1 : 0)

/** The rules' tests alone, as the page's behaviour in a browser would take hours: those beside the file; for the campaign, all that read it. */
function passes(file = 'src/campaign/'): boolean {
  const asked = file.startsWith('src/campaign/') ? ['src/page', 'src/campaign', 'src/contract'] : [dirname(file)]
  return spawnSync(join(root, 'node_modules/.bin/vitest'), ['run', '--project', 'rules and store', '--bail', '1', '--reporter', 'dot', ...asked], { cwd: copy, stdio: 'ignore' }).status === 0
}

function report(): string {
  const rows = survivors.map(({ file, line, from, to }) => `| ${file}:${line} | \`${from}\` to \`${to}\` |`)
  return `# Mutants

What \`npm run test:mutate\` last found: each constant and comparison of the rules changed once, the rules' tests run on each.

${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, ${seconds} s: ${tried - survivors.length} of ${tried} made a test fail.
${rows.length > 0 ? `\nSurvivors:\n\n| where | change |\n|---|---|\n${rows.join('\n')}\n` : ''}`
}
