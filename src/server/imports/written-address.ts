import { parseAddress } from '#contract/address.ts'
import { invisible } from '#contract/email.ts'

const anyInvisible = new RegExp(`[${invisible}\\0]+`, 'g')

/**
 * The stored form of an address as programs write it into a file: also with invisible characters
 * inside, as `Name <a@b.example>`, or with a subject behind `mailto:`. Null if it is none.
 */
export function readAddress(written: string): string | null {
  const visible = written.replaceAll(anyInvisible, '').trim()
  const bare = (/^[^@<>]*<([^<>]*@[^<>]*)>[\s.,;]*$/.exec(visible)?.[1] ?? visible).trim()
  return parseAddress(bare.replace(/^[([<"'\s]*mailto:([^?]*)(?:\?.*)?$/i, '$1'))
}
