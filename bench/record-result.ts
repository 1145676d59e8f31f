import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { findPostgres } from '#test/postgres.ts'
import { benches } from './list.ts'
import { takeRecorded } from './measure.ts'
import { reportOf, type Result, type Series } from './report.ts'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'docs/performance')

/**
 * Keeps what a bench has recorded as its last result, beside those of the others, and writes
 * docs/performance.md anew from all of them. One that could measure nothing leaves its last.
 */
export function recordResult(name: string, series: readonly Series[]): void {
  const recorded = takeRecorded()
  if ('ownPage' in benches[name]! || recorded.figures.length === 0) return
  mkdirSync(folder, { recursive: true })
  const result: Result = {
    ...recorded,
    series,
    measuredOn: machineInFull(),
    on: new Date().toISOString().slice(0, 10),
  }
  writeFileSync(fileOf(name), `${JSON.stringify(result, null, 2)}\n`)
  writeFileSync(join(root, 'docs/performance.md'), reportOf(benches, lastResults()))
}

const fileOf = (name: string) => join(folder, `${name}.json`)

const lastResults = (): Record<string, Result> =>
  Object.fromEntries(
    Object.keys(benches)
      .filter((name) => existsSync(fileOf(name)))
      .map((name) => [name, JSON.parse(readFileSync(fileOf(name), 'utf8')) as Result]),
  )

function machineInFull(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  const cores = cpus()
  const bin = findPostgres()
  const postgres = bin
    ? `Postgres ${/[\d.]+/.exec(execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }))?.[0]}`
    : 'no Postgres'
  return `Ascend ${version}, Node ${process.versions.node}, SQLite ${process.versions.sqlite}, ${postgres}, ${cores.length} cores (${cores[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`
}
