import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export type MinimalDebian = {
  folder: string
  /**
   * The command and arguments that run this shell script inside, with /proc. What it starts ends
   * with it.
   */
  command(script: string, env?: Record<string, string>): string[]
  /** Runs it and returns its output. */
  run(script: string): string
  remove(): void
}

const certificates = '/etc/ssl/machine-certificates.pem'

/**
 * A Debian of its release's essential packages and those named. Every mount is made in a namespace
 * of its own, which ends with the command: none can be left behind, and removing the folder reaches
 * nothing outside it.
 */
export function makeMinimalDebian(release: string, packages: readonly string[]): MinimalDebian {
  refuseWithout()
  const folder = mkdtempSync(join(tmpdir(), 'minimal-debian-'))
  const remove = () => removeUnmounted(folder)
  try {
    const mirror = mirrorOf(release)
    succeed([
      'unshare',
      '--mount',
      '--propagation',
      'private',
      'debootstrap',
      '--variant=minbase',
      release,
      folder,
      ...mirror,
    ])
    copySettings(folder)
    const run = (script: string) => succeed(command(folder, script))
    run('apt-get update -qq')
    run(`apt-get install -y -qq --no-install-recommends ${packages.join(' ')}`)
    return { folder, remove, run, command: (script, env) => command(folder, script, env) }
  } catch (error) {
    remove()
    throw error
  }
}

function refuseWithout() {
  const reason =
    process.getuid?.() !== 0
      ? 'this is not root'
      : spawnSync('debootstrap', ['--version']).status !== 0
        ? 'the package debootstrap is missing'
        : spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status !== 0
          ? 'mount namespaces are not allowed'
          : ''
  if (reason) throw new Error(`A minimal Debian cannot be made here: ${reason}.`)
}

function command(folder: string, script: string, env: Record<string, string> = {}): string[] {
  const inherited = Object.entries(process.env).filter(([name]) =>
    /^(https?|no|all)_proxy$/i.test(name),
  )
  const settings = {
    ...Object.fromEntries(inherited),
    HOME: '/root',
    LANG: 'C.UTF-8',
    DEBIAN_FRONTEND: 'noninteractive',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...(machineCertificates() ? { NODE_EXTRA_CA_CERTS: certificates } : {}),
    ...env,
  }
  const enter = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'
  const variables = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  return [
    'unshare',
    '--mount',
    '--propagation',
    'private',
    '--pid',
    '--fork',
    '--kill-child',
    'sh',
    '-c',
    enter,
    folder,
    'env',
    '-i',
    ...variables,
    'sh',
    '-c',
    script,
  ]
}

/**
 * Where this machine has the release's packages from; without a word on it debootstrap's own
 * default.
 */
function mirrorOf(release: string): string[] {
  const { stdout } = spawnSync(
    'apt-get',
    ['indextargets', '--format', '$(CODENAME) $(REPO_URI)', 'Created-By: Packages'],
    { encoding: 'utf8' },
  )
  return (stdout ?? '')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([codename]) => codename === release)
    .map(([, uri]) => uri!)
    .slice(0, 1)
}

/** How this machine reaches its registries: nothing of it is known to the project. */
function copySettings(folder: string) {
  for (const file of ['/etc/resolv.conf', '/etc/hosts'])
    if (existsSync(file)) copyFileSync(file, join(folder, file))
  for (const part of ['auth.conf', 'auth.conf.d'])
    if (existsSync(join('/etc/apt', part)))
      cpSync(join('/etc/apt', part), join(folder, 'etc/apt', part), { recursive: true })
  const { stdout } = spawnSync(
    'sh',
    ['-c', 'grep -l "^ *Acquire" /etc/apt/apt.conf /etc/apt/apt.conf.d/* 2>/dev/null'],
    { encoding: 'utf8' },
  )
  for (const file of stdout.split('\n').filter(Boolean)) copyFileSync(file, join(folder, file))
  const npmrc = join(homedir(), '.npmrc')
  if (existsSync(npmrc)) copyFileSync(npmrc, join(folder, 'root/.npmrc'))
  const trusted = machineCertificates()
  if (!trusted) return
  mkdirSync(dirname(join(folder, certificates)), { recursive: true })
  copyFileSync(trusted, join(folder, certificates))
}

function machineCertificates(): string | undefined {
  return [process.env['NODE_EXTRA_CA_CERTS'], process.env['SSL_CERT_FILE']].find(
    (file) => file && existsSync(file),
  )
}

function succeed([name, ...args]: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(name!, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0)
    throw new Error(
      `A minimal Debian cannot be made here: ${name} ended with ${status} ${error?.message ?? ''}\n${stdout.slice(-2_000)}${stderr.slice(-2_000)}`,
    )
  return stdout.trim()
}

/** With a mount below it, removing the folder would remove what is mounted. */
function removeUnmounted(folder: string) {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
  const below = mounts.filter((path) => path === folder || path.startsWith(`${folder}/`))
  if (below.length > 0)
    throw new Error(`${below.join(', ')} is mounted: unmount it, then remove ${folder}.`)
  rmSync(folder, { recursive: true, force: true })
}
