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

/**
 * The packages for this system that npm has not installed: npm silently skips an optional one that
 * it cannot download. Without `withDevelopment` those for development are not expected.
 */
export function leftOut(root, withDevelopment) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const native = Object.entries(packages).filter(([, { os, cpu }]) => os || cpu)
  const ours = native.filter(
    ([, { os, cpu, libc, dev }]) =>
      (withDevelopment || !dev) &&
      allows(os, process.platform) &&
      allows(cpu, process.arch) &&
      allows(libc, ownLibc()),
  )
  return ours.map(([path]) => path).filter((path) => !existsSync(join(root, path, 'package.json')))
}

function allows(list, own) {
  return !list || !own || [list].flat().includes(own)
}

function ownLibc() {
  if (process.platform !== 'linux') return undefined
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}
