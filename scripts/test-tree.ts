import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const notCopied = ['.git', 'node_modules', 'dist', 'data', '.cache']

/**
 * A copy in a temporary folder, with links to the packages and Nodes of this tree. It is deleted
 * when this process ends.
 */
export function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ascend-tests-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const name of globSync(['*', '.*'], { cwd: root, exclude: notCopied }))
    cpSync(join(root, name), join(folder, name), { recursive: true })
  mkdirSync(join(folder, '.cache'))
  for (const name of ['node_modules', ...globSync('.cache/node-*', { cwd: root })])
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name))
  return folder
}
