/** A constant piece of a page, or a blank to fill in. `within` decides how its value is escaped. */
type Part = string | { name: string; within: 'html' | 'props' }
export type PageTemplate = readonly Part[]

/**
 * Splits a rendered page at its blanks. `blanks` has, by name, the text that marks each of them. A
 * blank in an island's props is JSON in an attribute; any other is text or an attribute's value.
 */
export function pageTemplate(html: string, blanks: Readonly<Record<string, string>>): PageTemplate {
  const names = new Map(Object.entries(blanks).map(([name, text]) => [text, name]))
  const marks = new RegExp(`(${[...names.keys()].join('|')})`)
  return html.split(/(data-props="[^"]*")/).flatMap((stretch, index) =>
    stretch.split(marks).map((piece): Part => {
      const name = names.get(piece)
      return name === undefined ? piece : { name, within: index % 2 === 1 ? 'props' : 'html' }
    }),
  )
}

/** The filled page, with the values escaped as React escapes them. */
export const fillPage = (
  template: PageTemplate,
  values: Readonly<Record<string, string>>,
): Buffer =>
  Buffer.from(
    template.map((part) => (typeof part === 'string' ? part : written(part, values))).join(''),
  )

function written(
  { name, within }: Exclude<Part, string>,
  values: Readonly<Record<string, string>>,
): string {
  const value = values[name] ?? ''
  return escapeHtml(within === 'props' ? JSON.stringify(value).slice(1, -1) : value)
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}
/** As React writes text and attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign]!)
