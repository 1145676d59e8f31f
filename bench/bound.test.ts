import { expect, test } from 'vitest'
import { boundOf, type Spent } from './bound.ts'

const spent = (perSecond: number, servers: number[], postgres = 0, clientMicros = 0): Spent => ({ perSecond, servers, postgres, clientMicros })

test.each<[string, Spent, string]>([
  ['all cores are busy', spent(5_000, [150, 50], 100, 80), "together 95 % of the machine's 2 cores, which are what bounds it"],
  ['one server fills its core', spent(5_000, [190], 20, 20), 'the one core that a server process can use'],
  ['the load fills its core', spent(5_000, [60], 20, 180), 'the process that makes the load'],
  ['nobody is busy', spent(1_000, [100], 50, 50), 'what bounds it is waiting'],
])('where %s, that is said', (_name, one, said) => {
  expect(boundOf(one, 2)).toContain(said)
})

test('the share of each process is told', () => {
  expect(boundOf(spent(2_000, [200, 100], 300, 50), 2)).toContain('servers 40 %, 20 %, Postgres 60 % and the load 10 % of a core;')
})
