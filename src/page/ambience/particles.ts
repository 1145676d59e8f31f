export const particleCount = 50

/**
 * The place is in shares of the field's width and height, so that it stays within when the window
 * changes; the rest is in CSS pixels.
 */
export type Particle = {
  x: number
  y: number
  xPxPerS: number
  yPxPerS: number
  radiusPx: number
  alpha: number
  accent: boolean
}
export type Field = { widthPx: number; heightPx: number }

/** Faint, because text is in front of it. */
export const newParticle = (random: () => number): Particle => ({
  x: random(),
  y: random(),
  xPxPerS: between(-6, 6, random),
  yPxPerS: between(-12, -3, random),
  radiusPx: between(0.5, 1, random),
  alpha: between(0.2, 0.48, random),
  accent: random() < 0.3,
})

/** A particle that leaves the field on one side enters on the other. */
export const drift = (
  particle: Particle,
  seconds: number,
  { widthPx, heightPx }: Field,
): Particle => ({
  ...particle,
  x: share(particle.x + (particle.xPxPerS * seconds) / widthPx),
  y: share(particle.y + (particle.yPxPerS * seconds) / heightPx),
})

const between = (least: number, most: number, random: () => number) =>
  least + (most - least) * random()
const share = (value: number) => value - Math.floor(value)
