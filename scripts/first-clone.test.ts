import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { inBackground } from '#test/background-process.ts'
import { reservePort } from '#test/reserved-port.ts'
import { freshFolder } from '#test/fresh-store.ts'
import { thisMachine } from './ready/machine.js'
import { npmCli } from './ready/npm.js'

const root = resolve(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/**
 * npm_node_execpath is the Node that runs npm, whatever is in node_modules/.bin. A shell remembers
 * where it found `node`; `exec` looks again.
 */
test.each(Object.entries(scripts))(
  'in a first clone npm run %s makes the tree ready under the Node that runs npm, and then runs under the Node that this chose',
  (_, script) => {
    const [ready, ...rest] = script.split(' && ')
    expect(ready).toMatch(/^"\$\{npm_node_execpath:-node\}" scripts\/ready\.js( --install-only)?$/)
    if (rest.length > 0) expect(rest.at(-1)).toMatch(/^exec node /)
  },
)

const cache = join(root, '.cache')
const { bring } = thisMachine(root, cache)
const has24 = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
const [node26, node24] = has24 ? [needed(26), needed(24)] : ['', '']

/**
 * On a tree with the packages of this one, under an npm that runs on Node 24, which does without
 * the library.
 */
describe.skipIf(!has24)('where Node 26 lacks libatomic', () => {
  const tree = freshFolder()
  let hide: string[] = []
  beforeAll(() => {
    copyTree(tree)
    hide = hidden(tree)
  })

  test('npm start answers the page, and ends with 0', async () => {
    const port = String(await reservePort())
    const server = npm(['start'], { PORT: port, DATA_DIR: freshFolder() })
    await server.until(async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => null))?.ok)
    expect(server.output()).toContain('cannot run here (libatomic.so.1 is missing); using Node ')
    expect(await server.terminate()).toBe(0)
  })

  test('npm test begins its first part', async () => {
    const tests = npm(['test'])
    await tests.until(() => /^--- format/m.test(tests.output()))
    expect(tests.output()).not.toContain('error while loading')
    await tests.kill()
  })

  test('the package of Node 26 does not run', () => {
    const [command, ...args] = [
      ...hide,
      join(tree, '.cache', node26.slice(cache.length + 1)),
      '--version',
    ]
    expect(spawnSync(command!, args, { encoding: 'utf8' })).toMatchObject({
      status: 127,
      stderr: expect.stringContaining('libatomic.so.1'),
    })
  })

  function npm(args: string[], env: Record<string, string> = {}) {
    const { HOME = '', PATH = '' } = process.env
    const others = PATH.split(':').filter((folder) => !folder.startsWith(root))
    return inBackground([...hide, node24, npmCli()!, ...args], {
      cwd: tree,
      env: { HOME, PATH: [dirname(node24), ...others].join(':'), ...env },
    })
  }
})

/**
 * What a command begins with so that the library is hidden from it: a mount of its own, where that
 * is allowed, else the loader's words.
 */
function hidden(tree: string): string[] {
  const library = /libatomic\.so\.1 => (\/\S+)/.exec(
    spawnSync('ldd', [node26], { encoding: 'utf8' }).stdout ?? '',
  )?.[1]
  if (!library) return []
  const user = process.getuid!() === 0 ? [] : ['--map-root-user']
  const prefix = [
    'unshare',
    '--mount',
    ...user,
    'sh',
    '-c',
    'mount --bind /dev/null "$0" && exec "$@"',
    realpathSync(library),
  ]
  if (spawnSync(prefix[0]!, [...prefix.slice(1), 'true']).status === 0) return prefix
  const stub = join(tree, node26.slice(root.length))
  unlinkSync(join(tree, '.cache', folderOf(node26)))
  mkdirSync(dirname(stub), { recursive: true })
  writeFileSync(
    stub,
    `#!/bin/sh\necho "$0: error while loading shared libraries: libatomic.so.1: cannot open shared object file" >&2\nexit 127\n`,
    { mode: 0o755 },
  )
  return []
}

/** Files of this tree, and links to its packages and Nodes: nothing is installed or built again. */
function copyTree(tree: string) {
  const left = ['.git', '.cache', 'node_modules', 'data']
  for (const name of readdirSync(root).filter((name) => !left.includes(name)))
    cpSync(join(root, name), join(tree, name), { recursive: true })
  mkdirSync(join(tree, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '.bin' || name === '.ready')
      cpSync(join(root, 'node_modules', name), join(tree, 'node_modules', name), {
        recursive: true,
        verbatimSymlinks: true,
      })
    else symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name))
  }
  mkdirSync(join(tree, '.cache'))
  for (const name of [node26, node24].map(folderOf))
    symlinkSync(join(cache, name), join(tree, '.cache', name))
}

function folderOf(node: string): string {
  return node.slice(cache.length + 1).split('/')[0]!
}

function needed(line: number): string {
  const { path, fault } = bring(line)
  if (!path) throw new Error(fault)
  return path
}
