import { expect, test } from 'vitest'
import { ink, surface } from './look.ts'

const channels = (color: string) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16))
const turned = (color: string) =>
  `#${channels(color)
    .map((channel) => (255 - channel).toString(16).padStart(2, '0'))
    .join('')}`
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
const pairs = [
  ...[ink.high, ink.text, ink.quiet].flatMap(
    (color) =>
      [
        [color, surface.ground],
        [color, surface.panel],
      ] as const,
  ),
  [ink.onGold, surface.gold] as const,
]

test.each(pairs)(
  '%s on %s is read at 4.5 to 1, and so where a client turns the colours around',
  (color, ground) => {
    expect(contrast(color, ground)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(turned(color), turned(ground))).toBeGreaterThanOrEqual(4.5)
  },
)

test.each([ink.high, ink.text, ink.quiet])(
  '%s is too bright for a client that darkens mails by itself to darken it',
  (color) => {
    const [red = 0, green = 0, blue = 0] = channels(color)
    expect((red * 299 + green * 587 + blue * 114) / 1_000).toBeGreaterThan(150)
  },
)
