import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { timesIn } from '#campaign/schema/bare-numbers.ts'
import { nodesIn, type Node } from './syntax.ts'

const root = resolve(import.meta.dirname, '..')

/** Times that no duration of operatorTimes keeps, by the file that says them. */
const typed: Readonly<Record<string, readonly string[]>> = {
  // The first step of a sequence has no delay.
  'src/campaign/schema/sequence.ts': ['0 days'],
  // 'Enter a day and a time.'
  'src/dashboard/letters/confirm.tsx': ['a day'],
  'src/server/launch/times.ts': ['a day'],
  // What a job does once a day, or for a week, is the rule of its cycle.
  'src/dashboard/mail/doctor.tsx': ['a day'],
  'src/server/jobs.ts': ['a week', 'a day'],
  'src/server/line/commands.ts': ['a day'],
  // Names of what the operator chose, and of the marks of an axis.
  'src/dashboard/mail/queue.tsx': ['1 minute', '5 minutes', '1 hour', '24 hours'],
  'src/dashboard/overview/chart.tsx': ['28 days'],
  'src/dashboard/overview/words.ts': ['7 days', '28 days', 'a day'],
  'src/server/ops/mail-actions.ts': ['14 days'],
  'src/server/people/stats.ts': ['7 days'],
  // What the rule of a forecast is (server/overview/forecast.ts): it promises nothing.
  'src/dashboard/overview/goal.tsx': ['two weeks', 'seven whole days', 'a year'],
  // What other mail servers usually do.
  'src/server/delivery/describe-stop.ts': ['a day'],
  'src/server/ops/doctor/dmarc.ts': ['a week'],
}

/** What people read in code: JSX, strings and templates, with the blanks of a line made one. */
function textsIn(file: string): string[] {
  const program = parseSync(file, readFileSync(resolve(root, file), 'utf8')).program
  return [...nodesIn(program as unknown as Node)].flatMap(({ node }) => {
    const { type, value } = node
    const text =
      type === 'TemplateElement'
        ? (value as { cooked: string }).cooked
        : type === 'JSXText' || type === 'Literal'
          ? value
          : null
    return typeof text === 'string' && isProse(text) ? [text.replace(/\s+/g, ' ')] : []
  })
}

/** Not the path of a drawing, as in 'M24 88H'. */
const isProse = (text: string): boolean => /[a-z]{3}/.test(text)

const files = globSync('src/{dashboard,mails,server,contract,campaign}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/*.test.*', 'src/server/answers/**'],
})

test('no duration is typed in what operators read, but for those listed here with their reason', () => {
  const found = Object.fromEntries(
    files.flatMap((file) => {
      const times = textsIn(file).flatMap(timesIn)
      return times.length === 0 ? [] : [[file, [...new Set(times)]]]
    }),
  )
  expect(found).toEqual(typed)
})
