export type Chart = { title: string; unit: string; bars: { label: string; value: number }[] }

const width = 720
const rowHeight = 44
const top = 64
const edge = 16
/** Digits and letters of a system face at 14 px, wide ones too. */
const letterPx = 8.5
const longestLabel = Math.floor((width - 2 * edge) / letterPx)

/** Horizontal bars, each under its label and before its value: a picture that needs nothing but itself. A title that is too long is told whole by the picture's own name. */
export function drawChart({ title, unit, bars }: Chart): string {
  const most = Math.max(...bars.map(({ value }) => value), 0)
  const said = bars.map(({ value }) => shownValue(value))
  const valuePx = Math.max(0, ...said.map(({ length }) => length)) * letterPx + 8
  const room = width - 2 * edge - valuePx
  const height = top + bars.length * rowHeight + edge
  const rows = bars.map(({ label, value }, index) => {
    const y = top + index * rowHeight
    const bar = lengthOf(value, most, room)
    return `<text x="${edge}" y="${y + 12}" class="label">${escape(shorten(label))}</text><rect x="${edge}" y="${y + 18}" width="${bar}" height="14" rx="2"/><text x="${edge + bar + 8}" y="${y + 30}">${said[index]}</text>`
  })
  const told = bars.map(({ label }, index) => `${label}: ${said[index]}`).join('; ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${escape(title)}</title>
<desc id="desc">${escape(`${told} (${unit})`)}</desc>
<style>${style}</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
<text x="${edge}" y="28" class="title">${escape(shorten(title))}</text>
<text x="${edge}" y="48" class="label">${escape(shorten(unit))}</text>
${rows.join('\n')}
</svg>
`
}

/** Pixels; what is more than nothing is seen. */
export const lengthOf = (value: number, most: number, room: number): number =>
  value > 0 && most > 0 ? Math.max(1, Math.round((value / most) * room)) : 0

/** Three digits that count: 12,345 and 0.0123. */
export const shownValue = (value: number): string =>
  value.toLocaleString(
    'en-US',
    Math.abs(value) >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 },
  )

const shorten = (text: string) =>
  text.length > longestLabel ? `${text.slice(0, longestLabel - 1)}…` : text

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign]!)

/** Of the viewer's own choice of light or dark, and readable where that is not known. */
const style = `text{font:14px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600;font-size:16px}.label{fill:#59636e}rect{fill:#9a6700}.ground{fill:#fff}
@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.label{fill:#9198a1}rect{fill:#d9b44a}.ground{fill:#0d1117}}`
