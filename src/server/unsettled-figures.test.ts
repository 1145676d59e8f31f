import { expect, test } from 'vitest'
import { readConfig } from './config/config.ts'
import { unsettledFigures } from './process.ts'

test.each([
  ['https://waitlist.fuelprotocol.nl', 1],
  ['http://waitlist.fuelprotocol.nl', 0],
  ['https://localhost', 0],
])('[LIVE-3] a start at %s says in %i lines that figures are simulated', (PUBLIC_URL, lines) => {
  const read = readConfig({ PUBLIC_URL, SECRET_KEY: 'x'.repeat(32) })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  expect(unsettledFigures(read.config)).toEqual(
    Array(lines).fill(expect.stringMatching(/13 simulated figures, .*: npm run figures/)),
  )
})
