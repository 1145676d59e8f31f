import { crc32, constants, deflateRawSync } from 'node:zlib'

/** A constant piece of a page, or a blank to fill in. */
type Part = { text: Buffer; deflated: Buffer } | Blank
/**
 * `within` decides how the value is escaped. `field` is the start of a hidden field, or of a query
 * with the value alone, which is left out if its value is empty.
 */
type Blank = { name: string; within: 'html' | 'props'; field?: string }
export type PageTemplate = readonly Part[]

/**
 * Splits a rendered page at its blanks. `blanks` has, by name, the text that marks each of them. A
 * blank in an island's props is JSON in an attribute; any other is text or an attribute's value.
 */
export function pageTemplate(html: string, blanks: Readonly<Record<string, string>>): PageTemplate {
  const names = new Map(Object.entries(blanks).map(([name, text]) => [text, name]))
  const blank = [...names.keys()].join('|')
  const pieces = new RegExp(`((?:<input type="hidden" name="[^"]*" value="|\\?[a-z]+=)?)(${blank})`)
  return html
    .split(/(data-props="[^"]*")/)
    .flatMap((stretch, index) =>
      cut(stretch.split(pieces), names, index % 2 === 1 ? 'props' : 'html'),
    )
}

/** `pieces` repeats: a text, the start of a hidden field or nothing, a blank. */
function cut(
  pieces: readonly string[],
  names: ReadonlyMap<string, string>,
  within: Blank['within'],
): Part[] {
  const parts: Part[] = []
  for (let index = 0; index < pieces.length; index += 3) {
    const [text = '', field = '', blank = ''] = pieces.slice(index, index + 3)
    const end = endOf(pieces[index - 2])
    parts.push(literal(text.slice(end.length)))
    const name = names.get(blank)
    if (name !== undefined) parts.push({ name, within, ...(field && { field }) })
  }
  return parts
}
const endOf = (field = '') => (field.startsWith('<') ? '"/>' : '')

const literal = (text: string) => {
  const bytes = Buffer.from(text)
  return {
    text: bytes,
    deflated: deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }),
  }
}

/** The filled page, with the values escaped as React escapes them. */
export const fillPage = (
  template: PageTemplate,
  values: Readonly<Record<string, string | number>>,
): Buffer =>
  Buffer.concat(template.map((part) => ('text' in part ? part.text : written(part, values))))

/**
 * The filled page as gzip (RFC 1952), made of pieces compressed beforehand: a piece that ends at a
 * byte boundary can be followed by any other (RFC 1951). Values are stored uncompressed, so the
 * length reveals nothing about the rest of the page.
 */
export function fillGzip(
  template: PageTemplate,
  values: Readonly<Record<string, string | number>>,
): Buffer {
  let check = 0
  let size = 0
  const pieces = template.flatMap((part) => {
    const plain = 'text' in part ? part.text : written(part, values)
    check = crc32(plain, check)
    size += plain.length
    return 'text' in part ? [part.deflated] : storedBlocks(plain)
  })
  const end = Buffer.alloc(10)
  end.writeUInt16LE(emptyLastBlock, 0)
  end.writeUInt32LE(check, 2)
  end.writeUInt32LE(size, 6)
  return Buffer.concat([gzipHeader, ...pieces, end])
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const emptyLastBlock = 0x0003
const mostInBlock = 0xffff

function storedBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = []
  for (let start = 0; start < bytes.length; start += mostInBlock) {
    const block = bytes.subarray(start, start + mostInBlock)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(block.length, 1)
    head.writeUInt16LE(0xffff - block.length, 3)
    blocks.push(head, block)
  }
  return blocks
}

function written(
  { name, within, field }: Blank,
  values: Readonly<Record<string, string | number>>,
): Buffer {
  const value = values[name] ?? ''
  const text = escapeHtml(
    within === 'props' && typeof value === 'string'
      ? JSON.stringify(value).slice(1, -1)
      : String(value),
  )
  return Buffer.from(field === undefined ? text : value === '' ? '' : field + text + endOf(field))
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
