import { expect, test } from 'vitest'
import { boundOf, type Part } from './bound.ts'

const parts = (server: number[], postgres: number, load: number): Part[] => [
  { name: 'the server', micros: server },
  { name: 'Postgres', micros: [postgres], spreads: true },
  { name: 'the load', micros: [load] },
]

test.each<[string, Part[], string]>([
  [
    'all cores are busy',
    parts([150, 50], 100, 80),
    "together 95 % of the machine's 2 cores: these are what bounds it.",
  ],
  [
    'one server fills its core',
    parts([190], 20, 20),
    'the one core that the server can use is what bounds it.',
  ],
  [
    'the load fills its core',
    parts([60], 20, 180),
    'the one core that the load can use is what bounds it.',
  ],
  ['Postgres, which can use several, fills one', parts([40], 190, 20), 'what bounds it is waiting'],
  ['nobody is busy', parts([40], 20, 20), 'what bounds it is waiting'],
])('where %s, that is said', (_name, of, said) => {
  expect(boundOf(5_000, of, 2)).toContain(said)
})

test('the share of each process is told', () => {
  expect(boundOf(2_000, parts([200, 100], 300, 50), 2)).toContain(
    'the server 40 % and 20 %, Postgres 60 %, the load 10 % of a core',
  )
})
