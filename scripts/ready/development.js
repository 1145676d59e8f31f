import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The scripts of package.json that need the packages for development. */
const scripts = 'dev test check test:long test:mutate screens card format docs bench'.split(' ')

/**
 * Whether the packages for development are installed too. A server needs only those with which it is
 * built and run. A tree that has them keeps them.
 */
export function needsDevelopment(root) {
  if (scripts.includes(process.env.npm_lifecycle_event)) return true
  const installed = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return false
  const { packages } = JSON.parse(readFileSync(installed, 'utf8'))
  return Object.values(packages).some(({ dev }) => dev)
}
