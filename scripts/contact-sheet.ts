/**
 * `file` is relative to the sheet. `others`: whole paths of pictures of the same, by what they are,
 * such as a drawing.
 */
export type Picture = {
  name: string
  width: number
  file: string
  others?: Readonly<Record<string, string>>
}

/**
 * One page with all pictures: a row for each name, a column for each width, and the text of a row
 * below it, if it has one.
 */
export function contactSheet(
  pictures: readonly Picture[],
  widths: readonly number[],
  texts: ReadonlyMap<string, string> = new Map(),
): string {
  const rows = [...new Set(pictures.map(({ name }) => name))]
  const cell = (row: string, width: number) => {
    const found = pictures.find((picture) => picture.name === row && picture.width === width)
    if (!found) return '<span></span>'
    const link = (file: string, alt: string) =>
      `<a href="${file}"><img src="${file}" alt="${alt}" loading="lazy"></a>`
    const at = `${row} at ${width} px`
    const others = Object.entries(found.others ?? {}).map(
      ([what, path]) => `<small>${what}</small>${link(`file://${path}`, `${at}, ${what}`)}`,
    )
    return `<span>${link(found.file, at)}${others.join('')}</span>`
  }
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact sheet</title><style>${css(widths)}</style>
<h1>Contact sheet: ${widths.join(', ')} px</h1>
${rows.map((row) => `<h2>${row}</h2><div>${widths.map((width) => cell(row, width)).join('')}</div>${textOf(texts.get(row))}`).join('\n')}</html>`
}

const textOf = (text = '') =>
  text ? `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>` : ''

const css = (widths: readonly number[]) => `
body { margin: 2rem; background: #333; color: #eee; font: 14px/1.5 system-ui }
h2 { margin: 2rem 0 .5rem; font-size: 14px; font-weight: 600 }
div { display: grid; grid-template-columns: ${widths.map((width) => `minmax(0, ${width}fr)`).join(' ')}; gap: 12px; align-items: start }
pre { max-width: 76ch; padding: 1rem; background: #222; white-space: pre-wrap }
img { display: block; max-width: 100%; border: 1px solid #555 }`
