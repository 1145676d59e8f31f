/** Twice the size at which a mail shows it, for dense displays. */
export const plateSize = { width: 1_200, height: 560 } as const

const center = { x: 1_060, y: 280 }

/** Points on a circle around the drawing's centre; angles begin at the top. */
const around = (count: number, radius: number, draw: (x: number, y: number) => string) =>
  Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count
    return draw(
      Math.round((center.x + radius * Math.sin(angle)) * 10) / 10,
      Math.round((center.y - radius * Math.cos(angle)) * 10) / 10,
    )
  }).join('')

const rings = (count: number, radius: number, size: number) =>
  around(count, radius, (x, y) => `<circle cx="${x}" cy="${y}" r="${size}"/>`)

const spokes = (count: number, from: number, to: number) => {
  const inner: string[] = []
  around(count, from, (x, y) => (inner.push(`M${x} ${y}`), ''))
  const outer: string[] = []
  around(count, to, (x, y) => (outer.push(`L${x} ${y}`), ''))
  return inner.map((start, index) => `${start}${outer[index]}`).join('')
}

/** Gold dots, brighter towards the centre. */
const dots = [20, 53, 88, 123, 158, 193]
  .map(
    (radius, index) =>
      `<g opacity="${(1 - index * 0.1).toFixed(2)}">${rings(8 + index * 13, radius, 2)}</g>`,
  )
  .join('')

/**
 * The picture behind a mail's brand and title, as a page of its own: the unit seen along its axis,
 * at the right edge. It holds no words, so it is the same for every mail and every campaign.
 */
export const platePage = `<!doctype html><meta charset="utf-8"><style>
* { margin: 0 } body { background: #0a0a0b } svg { display: block; fill: none; stroke: #c8c5be }
.thin { stroke: #98958e; stroke-width: 1.2; opacity: .55 } .axis { stroke: #98958e; stroke-dasharray: 34 8 6 8; opacity: .8 }
.accent { fill: #f4b740; stroke: none } .balls { stroke-width: 1.4; opacity: .85 }
</style><svg width="1200" height="560" viewBox="0 0 1200 560">
<path class="axis" d="M470 280H1200M1060 0V560"/>
<circle class="thin" cx="${center.x}" cy="${center.y}" r="213"/>
<g class="balls">${rings(58, 277, 10.5)}</g><g class="thin">${rings(64, 390, 14.5)}</g>
<path class="thin" d="${spokes(112, 304, 366)}"/><g class="accent">${dots}</g></svg>`
