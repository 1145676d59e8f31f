/** '#RRGGBB', or '#RRGGBBAA' where the ground shines through. */
export type Colour = `#${string}`

export const isColour = (text: unknown): text is Colour =>
  typeof text === 'string' && /^#(?:[\da-f]{6}|[\da-f]{8})$/i.test(text)

/** A colour as it is seen on an opaque ground. */
export function seenOn(colour: Colour, ground: Colour): Colour {
  const alpha = colour.length === 9 ? parseInt(colour.slice(7), 16) / 255 : 1
  return mixed(ground, colour.slice(0, 7) as Colour, alpha)
}

/** `share` of `to` in `from`, from 0 to 1; both are opaque. */
export function mixed(from: Colour, to: Colour, share: number): Colour {
  const other = channelsOf(to)
  return `#${channelsOf(from)
    .map((channel, at) => Math.round(channel + (other[at]! - channel) * share))
    .map(hex)
    .join('')}`
}

export const withAlpha = (colour: Colour, alpha: number): Colour =>
  `${colour}${hex(Math.round(alpha * 255))}` as Colour

/** From 1 to 21 (WCAG 2.2, 'contrast ratio'), of a colour as it is seen on an opaque ground. */
export function contrast(colour: Colour, ground: Colour): number {
  const [low = 0, high = 0] = [luminance(seenOn(colour, ground)), luminance(ground)].sort(
    (a, b) => a - b,
  )
  return (high + 0.05) / (low + 0.05)
}

/**
 * The colour, or the one next to it on the way to `end` that has the ratio on each of the grounds.
 */
export function readable(
  colour: Colour,
  grounds: readonly Colour[],
  ratio: number,
  end: Colour,
): Colour {
  const steps = Array.from({ length: 101 }, (_, step) => mixed(colour, end, step / 100))
  return steps.find((step) => grounds.every((ground) => contrast(step, ground) >= ratio)) ?? end
}

export const channelsOf = (colour: Colour): readonly [number, number, number] =>
  [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as [number, number, number]

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour)
    .map((channel) => channel / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const hex = (channel: number) => channel.toString(16).padStart(2, '0').toUpperCase()
