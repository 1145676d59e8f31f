import { expect, test } from 'vitest'
import { darkInk, darkSurface, ink, plate, schemeCss, surface } from './theme.ts'

const channels = (color: string) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16))
const luminance = (color: string) => {
  const [red = 0, green = 0, blue = 0] = channels(color)
    .map((channel) => channel / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string) => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

test.each([
  [ink.high, surface.ground],
  [ink.text, surface.ground],
  [ink.quiet, surface.ground],
  [ink.onAccent, surface.accent],
  [darkInk.high, darkSurface.ground],
  [darkInk.text, darkSurface.ground],
  [darkInk.quiet, darkSurface.ground],
  [plate.ink, plate.ground],
])('%s on %s has a contrast of at least 4.5 to 1 (WCAG 1.4.3)', (color, ground) => {
  expect(contrast(color, ground)).toBeGreaterThanOrEqual(4.5)
})

test('every light colour of text and lines has a dark one in the sheet', () => {
  for (const color of [...Object.values(darkInk), ...Object.values(darkSurface)])
    expect(schemeCss).toContain(`:${color}!important`)
})
