import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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
