import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { changedCampaignFiles, useCampaignOfTests } from './campaign-of-tests.ts'

const root = resolve(import.meta.dirname, '..')
const notCopied = ['.git', 'node_modules', 'dist', 'data', '.cache']

/** A tree that tests run in, and the tests that run there: those whose titles match `titles`. */
export type TestTree = { folder: string; titles: 'all' | 'shipped' | 'not shipped' }

/**
 * This tree, where src/campaign is the campaign that the tests read. Else a copy with the
 * campaign of the tests, built on request, for all tests, and this tree for those titled 'the shipped
 * campaign'.
 */
export async function openTestTrees({ build = true } = {}): Promise<TestTree[]> {
  const changed = await changedCampaignFiles()
  if (changed.length === 0) return [{ folder: root, titles: 'all' }]
  console.log(
    `src/campaign differs from test/campaign in ${changed.join(', ')}: the tests run in a copy that has test/campaign, and those of the shipped campaign here.`,
  )
  const copy = copyTree()
  useCampaignOfTests(copy)
  if (build) buildIn(copy)
  return [
    { folder: root, titles: 'shipped' },
    { folder: copy, titles: 'not shipped' },
  ]
}

function buildIn(copy: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: '' },
  })
  if (status !== 0) throw new Error(`The copy of the tests was not built:\n${stdout}${stderr}`)
}

/**
 * A copy in a temporary folder, with links to the packages and Nodes of this tree. It is deleted
 * when this process ends.
 */
export function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ascend-tests-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const name of globSync(['*', '.*'], { cwd: root, exclude: notCopied }))
    cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const name of ['node_modules', '.cache'])
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name))
  return folder
}

/** The test files with a test of the shipped campaign. */
export const shippedTests = (): string[] =>
  globSync('{src,scripts,test,e2e}/**/*.test.{ts,tsx}', { cwd: root }).filter((file) =>
    /['"`(]the shipped campaign/.test(readFileSync(join(root, file), 'utf8')),
  )
