// The functions that choose-node.js needs on this machine.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join, resolve, sep } from 'node:path'
import { runNpm } from './npm.js'

export function thisMachine(root, cache) {
  return {
    named: process.env.ASCEND_NODE && resolve(root, process.env.ASCEND_NODE),
    wanted: (packagesOf(26).find(isForThisSystem) ?? packagesOf(26)[0]).version,
    system: `${process.platform} ${process.arch}`,
    probe,
    bring: (line) => bringPackage(packagesOf(line).find(isForThisSystem), cache),
    nodesHere: () => nodesInPath(root),
    addDebianPackage,
    warn: (sentence) => process.stderr.write(`${sentence}\n`),
  }
}

function packagesOf(line) {
  const { packages } = JSON.parse(
    readFileSync(new URL(`node-${line}/package-lock.json`, import.meta.url), 'utf8'),
  )
  return Object.entries(packages)
    .filter(([place]) => place)
    .map(([place, locked]) => ({ name: place.replace('node_modules/', ''), ...locked }))
}

function isForThisSystem({ os, cpu }) {
  return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch)
}

/** Runs a Node. A binary may lack a library, be for another system, or not be a Node. */
function probe(path) {
  const { status, signal, error, stdout, stderr } = spawnSync(
    path,
    ['-p', '`${process.execPath}\\n${process.versions.node}`'],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  )
  const [realPath, version] = (stdout || '').trim().split('\n')
  if (status === 0 && /^\d+\.\d+\.\d+/.test(version)) return { path: realPath, version }
  const library = /loading shared libraries: (?:\S*\/)?([^\s:/]+):/.exec(stderr || '')
  if (library) return { fault: `${library[1]} is missing` }
  const said = (stderr || '').trim().split('\n').at(-1)
  return {
    fault: said || (error && error.code) || (signal ? `ended by ${signal}` : `exit code ${status}`),
  }
}

/** Installs in another folder, then renames it: an interrupted download is never used. */
function bringPackage(locked, cache) {
  if (!locked) return {}
  const { name, version, integrity } = locked
  const folder = join(cache, folderOf(locked))
  const inFolder = join('node_modules', name, 'bin/node')
  if (existsSync(join(folder, inFolder))) return { path: join(folder, inFolder) }
  process.stderr.write(`Installing Node ${version} ...\n`)
  const unfinished = `${folder}.unfinished`
  for (const left of [unfinished, folder]) rmSync(left, { recursive: true, force: true })
  mkdirSync(unfinished)
  // npm silently skips an optional dependency that it cannot download. A plain one causes an error.
  const dependencies = { [name]: version }
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } }
  writeFileSync(join(unfinished, 'package.json'), JSON.stringify({ private: true, dependencies }))
  writeFileSync(
    join(unfinished, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, packages }),
  )
  const { status, stdout, stderr } = runNpm(
    process.execPath,
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    unfinished,
  )
  if (status !== 0 || !existsSync(join(unfinished, inFolder))) {
    process.stderr.write(`${stdout || ''}${stderr || ''}\n`)
    return { fault: `Node ${version} could not be downloaded` }
  }
  renameSync(unfinished, folder)
  return { path: join(folder, inFolder) }
}

/** One folder per system and version, so that a running server is not affected by an update. */
const folderOf = ({ name, version }) => `${name}-${version}`

/** Removes the Nodes of earlier versions. A server that runs under one of them continues. */
export function removeOldNodes(cache) {
  const locked = [26, 24].flatMap(packagesOf).map(folderOf)
  const old = readdirSync(cache).filter(
    (name) => /^node-.+-\d+\.\d+\.\d+/.test(name) && !locked.includes(name),
  )
  for (const name of old) rmSync(join(cache, name), { recursive: true, force: true })
}

function nodesInPath(root) {
  const inPath = (process.env.PATH || '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, 'node'))
  return [...new Set([process.execPath, ...inPath])].filter(
    (path) => existsSync(path) && !path.startsWith(root + sep),
  )
}

function addDebianPackage(name) {
  if (process.getuid() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  process.stderr.write(`Installing ${name} with apt-get ...\n`)
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  return apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', name)
}
