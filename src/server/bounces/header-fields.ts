/** Fields of a header by lower-case name, each with its values in order. */
export type Fields = ReadonlyMap<string, readonly string[]>

const mostFields = 500
const mostValue = 4_000

export function readFields(pairs: Iterable<readonly [name: string, value: string]>): Fields {
  const fields = new Map<string, string[]>()
  let count = 0
  for (const [name, value] of pairs) {
    if (++count > mostFields) break
    const key = name.toLowerCase()
    const values = fields.get(key) ?? []
    values.push(value.slice(0, mostValue).trim())
    fields.set(key, values)
  }
  return fields
}

/**
 * Header-like blocks that blank lines separate, as in RFC 3464: continuation lines are unfolded,
 * other lines are skipped. A block without fields is left out.
 */
export function readBlocks(text: string): Fields[] {
  const blocks: [string, string][][] = [[]]
  for (const line of text.split(/\r?\n/)) {
    const block = blocks.at(-1)!
    const last = block.at(-1)
    if (line.trim() === '') blocks.push([])
    else if (/^[ \t]/.test(line)) {
      if (last && last[1].length < mostValue) last[1] += `\n${line.trim()}`
    } else {
      const colon = line.indexOf(':')
      const name = line.slice(0, colon)
      if (colon > 0 && /^[\w-]{1,60}$/.test(name)) block.push([name, line.slice(colon + 1).trim()])
    }
  }
  return blocks.filter((block) => block.length > 0).map(readFields)
}

export const valuesOf = (fields: Fields, ...names: readonly string[]): string[] =>
  names.flatMap((name) => fields.get(name) ?? [])

/** The first value, or an empty text. */
export const valueOf = (fields: Fields, name: string): string => fields.get(name)?.[0] ?? ''

const address = /[^\s<>()[\],;:"@]{1,64}@[a-z0-9.-]{1,253}[a-z0-9]/gi
const mostAddresses = 20

/** Addresses in a text, in lower case, each once. */
export const addressesIn = (text: string): string[] =>
  [...new Set((text.slice(0, 20_000).match(address) ?? []).map((one) => one.toLowerCase()))].slice(
    0,
    mostAddresses,
  )
