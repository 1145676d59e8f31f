// Prepares the tree for running: provides the Node that runs it, then installs and builds, each
// only if the lockfile or the sources have changed. Plain JavaScript that Node 18 runs.
// `--install-only` skips the build.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chooseNode, NoNode } from './ready/choose-node.js'
import { leftOut } from './ready/left-out.js'
import { freeLock, takeLock } from './ready/lock.js'
import { removeOldNodes, thisMachine } from './ready/machine.js'
import { runNpm } from './ready/npm.js'
import { builtFrom, hashOf } from './ready/sources.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const cache = join(root, '.cache')
const lock = join(cache, 'ready.lock')

mkdirSync(cache, { recursive: true })
takeLock(lock)
process.on('exit', () => freeLock(lock))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const node = theNode()
const installed = `${process.platform} ${process.arch} ${hashOf(root, ['package.json', 'package-lock.json', '.npmrc'])}`
step('install', join(root, 'node_modules/.ready'), installed, () => {
  const result = runNpm(
    node.path,
    ['ci', '--engine-strict=false', '--no-audit', '--no-fund', '--loglevel=error'],
    root,
  )
  const missing = result.status === 0 ? leftOut(root) : []
  return missing.length > 0 ? { status: 1, stderr: `npm left out ${missing.join(', ')}.` } : result
})
link(node)
removeOldNodes(cache)
if (!process.argv.includes('--install-only')) {
  const sources = hashOf(root, builtFrom)
  const options = { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: '' } }
  step('build', join(root, 'dist/.ready'), sources, () =>
    spawnSync(node.path, ['scripts/build.ts'], options),
  )
}

function theNode() {
  try {
    return chooseNode(thisMachine(root, cache))
  } catch (error) {
    if (error instanceof NoNode) return stop(error.message)
    throw error
  }
}

/** Does the work unless its mark shows that it was done for the same files. */
function step(name, mark, hash, work) {
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return
  process.stderr.write(
    `${name === 'install' ? 'Installing' : 'Building'}, as the files changed ...\n`,
  )
  rmSync(mark, { force: true })
  const { status, error, stdout, stderr } = work()
  if (status !== 0) {
    const remedy =
      name === 'install'
        ? 'Check that the package registry can be reached, then try again.'
        : 'The lines above say why.'
    stop(
      `${stdout || ''}${stderr || ''}\nThe ${name} failed${error ? `: ${error.message}` : ''}. ${remedy}`,
    )
  }
  writeFileSync(mark, hash)
}

/**
 * npm puts node_modules/.bin first in the PATH of scripts. This link makes `node` the chosen Node,
 * also for child processes.
 */
function link({ path, note }) {
  const place = join(root, 'node_modules/.bin/node')
  const target = path.startsWith(root + sep) ? relative(dirname(place), path) : path
  if (linkTarget(place) === target) return
  if (note) process.stderr.write(`${note}\n`)
  rmSync(`${place}.new`, { force: true })
  symlinkSync(target, `${place}.new`)
  renameSync(`${place}.new`, place)
}

function linkTarget(place) {
  try {
    return readlinkSync(place)
  } catch {
    return undefined
  }
}

function stop(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
