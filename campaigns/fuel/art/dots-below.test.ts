import { expect, test } from 'vitest'
import { levelAt } from '#contract/figures/gauge-level.ts'
import { dotsBelow } from './dots-below.ts'
import { rise } from './rise.ts'

const dotsOf = (share: number) => {
  const level = levelAt(share, rise)
  return [dotsBelow(level, 0), dotsBelow(level, 1)] as const
}

test('[HERO-2] the dots reach from the level to the bottom, and an empty barrel has none', () => {
  expect(dotsOf(0)).toEqual(['', ''])
  expect(dotsOf(9 / 280)).toEqual(['', ''])
  expect(dotsOf(19 / 560)[0]).toContain('v1M')
  const [every, other] = dotsOf(0.8932)
  expect(every.match(/v242(?!\d)/g)).toHaveLength(9)
  expect(other.match(/v242(?!\d)/g)).toHaveLength(8)
})

test('[HERO-2] seen from the front, the dots of a cylinder stand closer at its sides', () => {
  expect(dotsOf(1)).toEqual([
    'M62.2 233.1v271M67.5 237.6v271M79.2 241.4v271M95.9 243.9v271M115.5 245v271M135.3 244.4v271M152.9 242.2v271M166.1 238.7v271M173.1 234.3v271',
    'M64 235.4v271M72.6 239.6v271M87.1 242.8v271M105.5 244.7v271M125.5 244.9v271M144.5 243.4v271M160.2 240.5v271M170.5 236.6v271',
  ])
})
