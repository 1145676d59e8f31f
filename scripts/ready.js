// Makes the tree ready to run: installs and builds only where the lockfile or the sources changed. Plain JavaScript that
// Node 18 runs, since it is what brings the Node that runs everything else. `--install-only` leaves the build out.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const cache = join(root, '.cache')
const lock = join(cache, 'ready.lock')
const staleLockMs = 10 * 60_000

mkdirSync(cache, { recursive: true })
takeLock()
process.on('exit', freeLock)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const installed = hashOf(['package.json', 'package-lock.json', '.npmrc'])
step('install', join(root, 'node_modules/.ready'), installed, () => 'npm', ['ci', '--engine-strict=false', '--no-audit', '--no-fund', '--loglevel=error'])
if (!process.argv.includes('--install-only')) {
  const sources = hashOf(['package-lock.json', 'index.html', 'dashboard.html', 'vite.config.ts', 'scripts/build.ts', 'scripts/one-response.ts', 'scripts/merge-stubs.ts', 'src/server', 'public', 'src/page', 'src/mails', 'src/dashboard', 'src/contract', 'src/campaign'])
  step('build', join(root, 'dist/.ready'), sources, ownNode, ['scripts/build.ts'])
}

/** Does the work unless its mark says that it was done for these very files. */
function step(name, mark, hash, command, args) {
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return
  process.stderr.write(`${name === 'install' ? 'Installing' : 'Building'}, as the files changed ...\n`)
  rmSync(mark, { force: true })
  const { status, error, stdout, stderr } = spawnSync(command(), args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32', env: { ...process.env, NODE_ENV: '' } })
  if (status !== 0) {
    process.stderr.write(`${stdout || ''}${stderr || ''}\nThe ${name} failed${error ? `: ${error.message}` : ''}. ${name === 'install' ? 'Check that the package registry can be reached, then try again.' : 'The lines above say why.'}\n`)
    process.exit(1)
  }
  writeFileSync(mark, hash)
}

function ownNode() {
  const file = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(file)) return file
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 26 || (major === 26 && minor >= 10)) return process.execPath
  process.stderr.write(`There is no Node 26 package for ${process.platform} ${process.arch}: install Node 26.10 or newer and start again with it.\n`)
  return process.execPath
}

function hashOf(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const full = join(root, path)
    if (!existsSync(full)) return
    if (statSync(full).isDirectory()) { for (const name of readdirSync(full).sort()) add(join(path, name)); return }
    if (!/\.test\.tsx?$/.test(path)) hash.update(path).update('\0').update(readFileSync(full)).update('\0')
  }
  paths.forEach(add)
  return hash.digest('hex')
}

/** A folder is made by one process alone; a second start waits for the first, and takes over from one that died. */
function takeLock() {
  for (let told = false; ; ) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, 'pid'), String(process.pid))
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!holderLives()) { rmSync(lock, { recursive: true, force: true }); continue }
    if (!told) process.stderr.write('Another start in this folder is installing or building; waiting for it ...\n')
    told = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250)
  }
}

function holderLives() {
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'))
    if (pid > 0) { process.kill(pid, 0); return true }
    return Date.now() - statSync(lock).mtimeMs < 2_000
  } catch (error) {
    if (error.code === 'ENOENT') return existsSync(lock) && Date.now() - statSync(lock).mtimeMs < Math.min(2_000, staleLockMs)
    return error.code === 'EPERM'
  }
}

function freeLock() {
  rmSync(join(lock, 'pid'), { force: true })
  try { rmdirSync(lock) } catch { /* somebody else's by now */ }
}
