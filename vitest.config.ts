import react from '@vitejs/plugin-react'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { memoryFolder } from './test/memory-folder.ts'

type Options = {
  exclude?: string[]
  maxWorkers?: number
  /**
   * Stores are on the disk, as those of an operator, and each file has a process of its own. Else
   * stores are in memory, and the files of a worker share its process and modules.
   */
  likeOperator?: boolean
}

/** One project per part of `npm test` (scripts/test.ts); `long` is for `npm run test:long` alone. */
const part = (
  name: string,
  include: string[],
  { exclude = [], maxWorkers = 2, likeOperator = false }: Options = {},
) => ({
  plugins: [react()],
  test: {
    name,
    include,
    exclude: ['node_modules/**', ...exclude],
    globalSetup: ['test/campaign-data.ts', 'test/postgres.ts', 'test/fresh-build.ts'],
    setupFiles: ['test/each-file.ts'],
    // These end a test that hangs; a slow machine must not reach them.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A mail that a killed process had claimed is sent again once its lease of 30 s is over.
    expect: { poll: { timeout: likeOperator ? 120_000 : 30_000 }, requireAssertions: true },
    maxWorkers,
    // Vitest runs projects together only if they have the same number of workers.
    sequence: { groupOrder: maxWorkers },
    isolate: likeOperator,
    // A worker serves many apps one after the other: with more room the collector copies less.
    execArgv: likeOperator ? [] : ['--max-semi-space-size=64'],
    // The tests read the campaign `fuel`, whatever is served.
    env: { CAMPAIGN: 'fuel', ...(likeOperator ? {} : { TMPDIR: memoryFolder() }) },
  },
})

const servers = ['src/server/**/*.http.test.ts', 'src/server/**/*.smtp.test.ts']

const rules = [
  'src/**/*.test.{ts,tsx}',
  'campaigns/**/*.test.{ts,tsx}',
  'scripts/*.test.ts',
  'test/*.test.ts',
  'test/add/*.test.ts',
  'bench/*.test.ts',
]

/** In tests that start programs or read the build. `npm run check` leaves these to `npm test`. */
const needsMore =
  /\b(spawn|spawnSync|execFileSync|inAnotherProcess|inBackground|operatorCommand(sInTurn)?|startPostgres|startApp|builtBundles|copyProject|recordFlows)\(/
const notInCheck = () =>
  globSync(rules, { cwd: import.meta.dirname, exclude: servers }).filter((file) =>
    needsMore.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )

export default defineConfig({
  test: {
    silent: 'passed-only',
    projects: [
      part('rules and store', rules, {
        exclude: [...servers, ...(process.env['TEST_ENGINES'] === 'sqlite' ? notInCheck() : [])],
      }),
      part('HTTP, SMTP and fuzz', servers),
      part('kills and races', ['test/faults/**/*.test.ts'], { likeOperator: true }),
      // Visitors wait more than they work: for the form's two seconds, for a toast to go.
      part('browser', ['e2e/**/*.test.ts'], { maxWorkers: 3 }),
      part('long', ['test/long/**/*.test.ts'], { likeOperator: true }),
    ],
  },
})
