import { describe, expect, test } from 'vitest'
import { atLeast, chooseNode, NoNode } from './ready/choose-node.js'

const noAtomic = { fault: 'libatomic.so.1 is missing' }
type Probed = { path: string; version: string } | { fault: string }

/**
 * A machine on which only the named paths run, each with its version; what is asked of it is noted.
 */
function machine(
  runs: Record<string, string>,
  with_: {
    named?: string
    packages?: Record<number, string>
    registryFault?: string
    here?: string[]
    debian?: string[]
    faults?: Record<string, string>
  } = {},
) {
  const {
    named,
    packages = { 26: '/package/26', 24: '/package/24' },
    registryFault,
    here = [],
    debian = [],
    faults = {},
  } = with_
  const asked: string[] = []
  const warned: string[] = []
  const rule = () =>
    chooseNode({
      named,
      wanted: '26.10.0',
      system: 'linux x64',
      probe: (path: string): Probed =>
        runs[path] ? { path, version: runs[path] } : { fault: faults[path] ?? noAtomic.fault },
      bring(line: number) {
        asked.push(`Node ${line}`)
        return registryFault ? { fault: registryFault } : { path: packages[line] }
      },
      nodesHere: () => here,
      addDebianPackage(name: string) {
        asked.push(name)
        if (!debian.includes(name)) return false
        if (name === debian.at(-1)) runs['/package/26'] = '26.10.0'
        else faults['/package/26'] = 'libstdc++.so.6 is missing'
        return true
      },
      warn: (sentence: string) => warned.push(sentence),
    })
  return { rule, asked, warned }
}

describe('the Node that runs the program is the first that runs of', () => {
  test('the locked package of Node 26', () => {
    const { rule, asked } = machine(
      { '/package/26': '26.10.0', '/usr/bin/node': '27.1.0' },
      { here: ['/usr/bin/node'] },
    )
    expect(rule()).toEqual({ path: '/package/26', version: '26.10.0' })
    expect(asked).toEqual(['Node 26'])
  })

  test('a Node on this machine that is not older, with a line that says why', () => {
    const { rule, asked } = machine(
      { '/usr/bin/node': '20.20.2', '/opt/node': '26.11.0', '/package/24': '24.21.0' },
      { here: ['/usr/bin/node', '/broken', '/opt/node'] },
    )
    expect(rule()).toEqual({
      path: '/opt/node',
      version: '26.11.0',
      note: 'Node 26.10.0 cannot run here (libatomic.so.1 is missing); using Node 26.11.0, /opt/node.',
    })
    expect(asked).toEqual(['Node 26'])
  })

  test('the locked package of Node 24 LTS', () => {
    const { rule, asked } = machine(
      { '/usr/bin/node': '26.9.0', '/package/24': '24.21.0' },
      { here: ['/usr/bin/node'], debian: ['libatomic1'] },
    )
    expect(rule()).toEqual({
      path: '/package/24',
      version: '24.21.0',
      note: expect.stringContaining('using Node 24.21.0'),
    })
    expect(asked).toEqual(['Node 26', 'Node 24'])
  })

  test.each([[['libatomic1']], [['libatomic1', 'libstdc++6']]])(
    'the package of Node 26 once %j of Debian are installed',
    (debian) => {
      const { rule, asked } = machine({}, { debian })
      expect(rule()).toEqual({ path: '/package/26', version: '26.10.0' })
      expect(asked).toEqual(['Node 26', 'Node 24', ...debian])
    },
  )
})

describe('where none runs, one sentence says', () => {
  const sentence = (rule: () => unknown) => {
    try {
      rule()
    } catch (error) {
      if (error instanceof NoNode) return error.message
    }
    throw new Error('a Node was chosen')
  }

  test('which package is missing', () => {
    expect(sentence(machine({}).rule)).toBe(
      'Node 26.10.0 cannot run here (libatomic.so.1 is missing): install the package that has libatomic.so.1 (libatomic1 on Debian and Ubuntu) and start again.',
    )
  })

  test('that the system is another one than the package was made for', () => {
    const { rule, asked } = machine(
      {},
      { faults: { '/package/26': 'ENOENT', '/package/24': 'ENOENT' } },
    )
    expect(sentence(rule)).toBe(
      'Node 26.10.0 cannot run here (ENOENT): install Node 26.10.0 or newer and start again with it in PATH.',
    )
    expect(asked).toEqual(['Node 26', 'Node 24'])
  })

  test('that this system has no package', () => {
    expect(sentence(machine({}, { packages: {} }).rule)).toBe(
      'There is no package of Node 26.10.0 for linux x64: install Node 26.10.0 or newer and start again with it in PATH.',
    )
  })

  test('that the registry was not reached', () => {
    expect(
      sentence(machine({}, { registryFault: 'Node 26.10.0 could not be downloaded' }).rule),
    ).toBe(
      'Node 26.10.0 could not be downloaded: check that the package registry can be reached and start again.',
    )
  })
})

describe('ASCEND_NODE', () => {
  const named = '/opt/node-26/bin/node'
  const remedy = 'name a Node 26 that is 26.10.0 or newer, or remove the setting.'

  test.each(['26.10.0', '26.10.1', '26.12.0'])(
    'that names Node %s is used, and nothing is downloaded',
    (version) => {
      const { rule, asked } = machine({ [named]: version, '/package/26': '26.10.0' }, { named })
      expect(rule()).toEqual({ path: named, version })
      expect(asked).toEqual([])
    },
  )

  test.each([
    ['27.0.0', 'which is Node 27.0.0'],
    ['24.21.0', 'which is Node 24.21.0'],
    [undefined, 'which does not run as a Node (ENOENT)'],
  ])('that names Node %s stops the start with one sentence', (version, says) => {
    const { rule } = machine(
      { '/package/26': '26.10.0', ...(version ? { [named]: version } : {}) },
      { named, faults: { [named]: 'ENOENT' } },
    )
    expect(rule).toThrow(new NoNode(`ASCEND_NODE names ${named}, ${says}: ${remedy}`))
  })

  test('that names an older one of the line says so, and the locked one is used', () => {
    const { rule, warned } = machine({ [named]: '26.9.0', '/package/26': '26.10.0' }, { named })
    expect(rule()).toEqual({ path: '/package/26', version: '26.10.0' })
    expect(warned).toEqual([
      `ASCEND_NODE names ${named}, which is Node 26.9.0, older than the locked 26.10.0 and so not used: ${remedy}`,
    ])
  })
})

test.each([
  ['26.10.0', '26.9.1', true],
  ['26.10.0', '26.10.0', true],
  ['26.9.9', '26.10.0', false],
  ['27.0.0', '26.10.0', true],
  ['24.21.0', '26.10.0', false],
  ['26.10.0-rc.1', '26.10.0', false],
])('Node %s is at least %s: %s', (version, least, is) => {
  expect(atLeast(version, least)).toBe(is)
})
