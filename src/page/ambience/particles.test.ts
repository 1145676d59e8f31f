import { expect, test } from 'vitest'
import { drift, newParticle, particleCount, type Particle } from './particles.ts'
import { parallaxPx, tileTopPx } from './show-ambience.ts'

const field = { widthPx: 1_000, heightPx: 500 }
const still: Particle = {
  x: 0.5,
  y: 0.5,
  xPxPerS: 0,
  yPxPerS: 0,
  radiusPx: 1,
  alpha: 0.2,
  accent: false,
}
const after = (change: Partial<Particle>, seconds: number) =>
  drift({ ...still, ...change }, seconds, field)

test('[FX-2] there are 50 particles', () => expect(particleCount).toBe(50))

test.each([0, 0.5, 0.999])(
  '[FX-2] a particle drawn with %d is within the field, faint, and 1 to 2 px wide',
  (drawn) => {
    const { x, y, radiusPx, alpha } = newParticle(() => drawn)
    for (const share of [x, y]) expect([share >= 0, share < 1]).toEqual([true, true])
    expect([radiusPx >= 0.5, radiusPx <= 1, alpha > 0, alpha < 0.5]).toEqual([
      true,
      true,
      true,
      true,
    ])
  },
)

test('[FX-2] a particle drifts by 6 px a second at most to either side and by 3 to 12 upwards, and is faint', () => {
  expect(newParticle(() => 0)).toEqual({
    x: 0,
    y: 0,
    xPxPerS: -6,
    yPxPerS: -12,
    radiusPx: 0.5,
    alpha: 0.2,
    accent: true,
  })
  expect(newParticle(() => 1)).toEqual({
    x: 1,
    y: 1,
    xPxPerS: 6,
    yPxPerS: -3,
    radiusPx: 1,
    alpha: 0.48,
    accent: false,
  })
})

test('[FX-2] three particles in ten are of gold', () => {
  expect(Array.from({ length: 10 }, (_, tenth) => newParticle(() => tenth / 10).accent)).toEqual([
    true,
    true,
    true,
    ...Array.from({ length: 7 }, () => false),
  ])
})

test.each([
  ['rests', {}, 10, 0.5, 0.5],
  ['moves by its pixels a second', { xPxPerS: 5, yPxPerS: -5 }, 20, 0.6, 0.3],
  ['does not move in no time', { xPxPerS: 5 }, 0, 0.5, 0.5],
  ['leaves at the right and comes in at the left', { x: 0.9, xPxPerS: 100 }, 2, 0.1, 0.5],
  ['leaves at the top and comes in at the bottom', { y: 0.1, yPxPerS: -50 }, 2, 0.5, 0.9],
  ['stays within after an hour', { xPxPerS: 6 }, 3_600, 0.1, 0.5],
] as const)('[FX-2] a particle %s', (_, change, seconds, x, y) => {
  const moved = after(change, seconds)
  expect([moved.x, moved.y]).toEqual([expect.closeTo(x), expect.closeTo(y)])
})

test.each([
  [0, 0],
  [1, 0.5],
  [300, 150],
  [6_000, 3_000],
])('[FX-2] at %i px of scrolling the background has moved by %d', (scrollY, px) =>
  expect(parallaxPx(scrollY)).toBe(px),
)

test("[FX-2] two tiles of a window's height fill the window wherever it is", () => {
  for (let scrollY = 0; scrollY < 10_000; scrollY += 137) {
    const top = parallaxPx(scrollY) + tileTopPx(scrollY, 800)
    expect([top <= scrollY, top + 2 * 800 >= scrollY + 800]).toEqual([true, true])
  }
})
