import { cpus } from 'node:os'
import { explained, type Explained } from './explained-mutants.ts'
import type { Mutant } from './mutants.ts'

export type Verdict = 'killed' | 'survived' | 'timed out' | 'broken'
export type Tried = Mutant & { verdict: Verdict; explained: Explained | undefined }
/** `left`: of each file, the names of what acts on the browser. */
export type Run = {
  tried: readonly Tried[]
  left: readonly { file: string; browser: readonly string[] }[]
  startedAt: Date
  seconds: number
}

/** The mutants that no test detected and no entry explains. */
export const isOpen = ({ verdict, explained }: Tried): boolean => verdict !== 'killed' && !explained

/** Whether it did what its explanation says. */
export const holds = ({ verdict, explained }: Tried): boolean =>
  explained !== undefined && verdict === (explained.is === 'endless' ? 'timed out' : 'survived')

export function summaryOf({ tried, seconds }: Pick<Run, 'tried' | 'seconds'>): string {
  const count = (wanted: (mutant: Tried) => boolean) => tried.filter(wanted).length
  const explainedAs = (is: Explained['is']) =>
    count((mutant) => mutant.explained?.is === is && holds(mutant))
  const killed = count(({ verdict }) => verdict === 'killed')
  return `${tried.length} changes in ${seconds} s: ${killed} made a test fail, ${explainedAs('endless')} made a loop endless, ${explainedAs('same')} make no difference, ${count(isOpen)} survived.`
}

/** docs/mutants.md */
export function reportOf(run: Run): string {
  const rows = [
    ...run.tried.filter(isOpen).map((mutant) => row(mutant, `**${mutant.verdict}**`)),
    ...explained.map((one) => row(one, one.because)),
  ]
  return `# Mutants

What \`npm run test:mutate\` last found: each constant of the campaign's figures, offers, phases and sequence, and each constant and comparison of the rules, changed once, with the rules' tests run on each.

${run.startedAt.toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}.
${summaryOf(run)}

## What no test fails on

| where | line | change | why |
|---|---|---|---|
${rows.join('\n')}

## What is not changed

The scores of the campaign's quiz, which are its own choice: its test holds them to 1 to 3, and each type to a fifth to three tenths of all ways to answer. And what acts on
the browser, or serves that alone: the tests in \`e2e/\` see it, on the built page.

${run.left
  .filter(({ browser }) => browser.length > 0)
  .map(({ file, browser }) => `- ${file}: ${browser.join(', ')}`)
  .join('\n')}
`
}

const row = (
  { file, code, from, to }: Pick<Mutant, 'file' | 'code' | 'from' | 'to'>,
  said: string,
) => `| ${file} | ${cell(code)} | ${cell(from)} to ${cell(to)} | ${said} |`
const cell = (code: string) => `\`${code.replaceAll('|', '\\|')}\``
