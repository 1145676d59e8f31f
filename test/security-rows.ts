import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** A test that docs/security.md names beside a promise. */
export type Promised = { promise: string; file: string; title: string }

export const notTested = 'not shown by a test'

/** The promises of docs/security.md: every table row before 'What is not promised'. */
export function readSecurityRows(): { promise: string; shownBy: string }[] {
  return readFileSync(resolve(import.meta.dirname, '../docs/security.md'), 'utf8')
    .split('\n## What is not promised')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| promise |'))
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim()))
    .map(([promise = '', ...rest]) => ({ promise, shownBy: rest.join(' | ') }))
}

export const namedTests = (): Promised[] =>
  readSecurityRows().flatMap(({ promise, shownBy }) =>
    [...shownBy.matchAll(/`(\S+?\.test\.tsx?): (.+?)`/g)].map(([, file, title]) => ({
      promise,
      file: file!,
      title: title!,
    })),
  )
