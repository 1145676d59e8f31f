// Prepares the tree for running: provides the Node that runs it, then installs and builds, each
// only if the lockfile or the sources have changed. Plain JavaScript that Node 18 runs.
// `--install-only` skips the build.
import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
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
import { buildEnvironment } from './ready/environment.js'
import { freeLock, takeLock } from './ready/lock.js'
import { removeOldNodes, thisMachine } from './ready/machine.js'
import { runNpm } from './ready/npm.js'
import { leftOut, needsDevelopment } from './ready/packages.js'
import { builtFrom, composedFrom, hashOf } from './ready/sources.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const cache = join(root, '.cache')
const lock = join(cache, 'ready.lock')
const campaign = process.env.CAMPAIGN || 'fuel'
/** Each campaign has a build of its own, so that servers of two can run from one tree. */
const dist = join(root, 'dist', campaign)

const steps = {
  install: { purpose: 'to install the packages', doing: 'Installing' },
  campaign: { purpose: 'to read the campaign' },
  build: { purpose: 'to build the program', doing: 'Building' },
}

const locked = lockOrFault()
const node = theNode()
const withDevelopment = needsDevelopment(root)
const packages = hashOf(root, ['package.json', 'package-lock.json', '.npmrc'])
const installed = `${process.platform} ${process.arch} ${packages}${withDevelopment ? '' : ' production'}`
step('install', join(root, 'node_modules/.ready'), installed, install)
link(node)
if (!locked.fault) removeOldNodes(cache)
// The image installs the packages before it has the sources.
if (existsSync(join(root, 'campaigns'))) writeCampaign()
if (!process.argv.includes('--install-only')) {
  const sources = hashOf(root, builtFrom(campaign))
  step('build', join(dist, '.ready'), sources, () =>
    spawnSync(node.path, ['scripts/build.ts'], options()),
  )
}

/** What sources and the build read of the campaign (src/campaign/served.ts). */
function writeCampaign() {
  const mark = join(dist, '.composed')
  step('campaign', mark, hashOf(root, composedFrom(campaign)), () =>
    spawnSync(node.path, ['scripts/write-campaign.ts'], options()),
  )
}

function options() {
  return { cwd: root, encoding: 'utf8', env: buildEnvironment(process.env) }
}

/** A tree that cannot be written is used as it is, if nothing has to be installed or built. */
function lockOrFault() {
  try {
    mkdirSync(cache, { recursive: true })
    takeLock(lock)
  } catch (error) {
    if (cannotWrite(error)) return { fault: error }
    throw error
  }
  process.on('exit', () => freeLock(lock))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
  return {}
}

/** No package runs a script at its installation: it would see the settings of the server. */
function install() {
  const options = ['--engine-strict=false', '--ignore-scripts', '--no-audit', '--no-fund']
  if (!withDevelopment) options.push('--omit=dev')
  const result = runNpm(node.path, ['ci', ...options, '--loglevel=error'], root)
  const missing = result.status === 0 ? leftOut(root, withDevelopment) : []
  return missing.length > 0 ? { status: 1, stderr: `npm left out ${missing.join(', ')}.` } : result
}

function theNode() {
  try {
    return chooseNode(thisMachine(root, cache))
  } catch (error) {
    if (error instanceof NoNode) return stop(error.message)
    if (cannotWrite(error)) return stop(writeFault(error, 'to install Node in it'))
    throw error
  }
}

/** Does the work unless its mark shows that it was done for the same files. */
function step(name, mark, hash, work) {
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return
  const { purpose, doing } = steps[name]
  if (locked.fault) return stop(writeFault(locked.fault, purpose))
  if (doing) process.stderr.write(`${doing}, as the files changed ...\n`)
  const { status, error, stdout, stderr } = inWritable(dirname(mark), purpose, () => {
    rmSync(mark, { force: true })
    return work()
  })
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

/** Calls `work` if this user can write in the folder, or create it. */
function inWritable(folder, purpose, work) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return work()
  } catch (error) {
    if (cannotWrite(error)) return stop(writeFault(error, purpose))
    throw error
  }
}

/** Whether the system refuses to write: a read-only file system, or a folder of another user. */
function cannotWrite({ code }) {
  return ['EROFS', 'EACCES', 'EPERM'].includes(code)
}

/** In one sentence for the operator. `purpose` begins with 'to'. */
function writeFault({ code, path }, purpose) {
  return `${path} cannot be written (${code}), and the start needs it ${purpose}: let this user write there, or run npm start once as a user who may; after that the folder may be read-only.`
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
  inWritable(dirname(place), 'to choose the Node of the scripts', () => {
    rmSync(`${place}.new`, { force: true })
    symlinkSync(target, `${place}.new`)
    renameSync(`${place}.new`, place)
  })
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
