import { escapeHtml } from '#contract/escape-html.ts'
import type { FriendVisit } from '#contract/render.ts'
import { compressQuickly, type Encoding } from './bodies.ts'
import type { PageBodies } from './page-bodies.ts'

/** Opens the landing page of such a visit; `make` turns its HTML into what is kept of it. */
type Open = (friend: FriendVisit, make: (html: string) => PageTemplate) => PageBodies<PageTemplate>

// Texts that no campaign contains.
const blanks = { via: '\uE000via\uE001', name: '\uE000name\uE001' }

/** How long the page of a code is sent again, and of how many codes it is kept. */
export const friendPageMs = 5_000
const mostKept = 200

/** The page of one code, filled and compressed: by the template that it was made of. */
type Made = { template: PageTemplate; at: number; bytes: Map<Encoding, Promise<Buffer | null>> }

/**
 * LINE-3: the landing page behind a friend's link. It is rendered once for all codes, and once for
 * those whose owner shows a name. It is filled in and compressed once for each code and 5 s: a code
 * that is nobody's takes the same way.
 */
export function openFriendPages(open: Open, now: () => number) {
  const make = (html: string) => pageTemplate(html, blanks)
  const named = open(blanks, make)
  const unnamed = open({ ...blanks, name: '' }, make)
  const made = new Map<string, Made>()

  function madeOf({ via, name }: FriendVisit, template: PageTemplate): Made {
    const key = `${via} ${name}`
    const known = made.get(key)
    if (known?.template === template && Math.abs(now() - known.at) < friendPageMs) return known
    const fresh: Made = { template, at: now(), bytes: new Map() }
    made.delete(key)
    made.set(key, fresh)
    const [oldest] = made.keys()
    if (made.size > mostKept) made.delete(oldest!)
    return fresh
  }

  return {
    /**
     * `inPlace` does the work of a page that is not kept, or returns null. The result is null if
     * `inPlace` is, and `failed` if a section of the page cannot be rendered.
     */
    async page(
      friend: FriendVisit,
      encoding: Encoding,
      inPlace: (work: () => Promise<Buffer>) => Promise<Buffer | null>,
    ): Promise<Buffer | null | 'failed'> {
      const template = await (friend.name ? named : unnamed).now()
      if (!template) return 'failed'
      const { bytes } = madeOf(friend, template)
      const known = bytes.get(encoding)
      if (known) return known
      const work = inPlace(() => compressQuickly(fillPage(template, friend), encoding))
      bytes.set(encoding, work)
      const page = await work.catch((error: unknown) => {
        bytes.delete(encoding)
        throw error
      })
      if (!page) bytes.delete(encoding)
      return page
    },
  }
}

/** A constant piece of a page, or a blank to fill in. `within` decides how its value is escaped. */
type Part = string | { name: string; within: 'html' | 'props' }
export type PageTemplate = readonly Part[]

/**
 * Splits a rendered page at its blanks. `blanks` has, by name, the text that marks each of them. A
 * blank in an island's props is JSON in an attribute; any other is text or an attribute's value.
 */
function pageTemplate(html: string, blanks: Readonly<Record<string, string>>): PageTemplate {
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
const fillPage = (template: PageTemplate, values: Readonly<Record<string, string>>): Buffer =>
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
