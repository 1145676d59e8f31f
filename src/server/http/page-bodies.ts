import { createHash } from 'node:crypto'
import type { PageFacts } from '#contract/live/figures.ts'
import { escapeHtml } from '#contract/text.ts'
import type { FriendVisit } from '#contract/render.ts'
import { compressQuickly, type Encoding } from './bodies.ts'

type Deps<Page> = {
  /** null where a section failed: such a page is not kept */
  render(atMs: number, known: KnownFacts): Promise<Page | null>
  /** the token bucket of a time; 0 for a page without token */
  bucketOf(atMs: number): number
  facts: FactSource
  now: () => number
  /** told the error of a page that nobody waits for */
  failed(error: unknown): void
}

/** The state that a page was rendered for. `countedAt`: when its figures were last known to be true. */
type Kept<Page> = Pick<KnownFacts, 'launch' | 'figures' | 'countedAt'> & {
  bucket: number
  body: Page
}

/** LIVE-4: while a page is requested, its figures are counted again this often. */
export const freshMs = 5_000
/** LIVE-4: no figure is older than 10 s when it is sent. A second is left for sending. */
export const oldestMs = 9_000

export type PageBodies<Page> = ReturnType<typeof openPageBodies<Page>>

/**
 * One page, rendered for each token bucket, state of the launch and count of the figures, and the
 * same for everybody. An older one is sent while the next is rendered, unless the launch has
 * changed since or its figures are too old. The token of the previous bucket is valid for 24 hours.
 */
export function openPageBodies<Page>({ render, bucketOf, facts, now, failed }: Deps<Page>) {
  let kept: Kept<Page>[] = []
  const rendering = new Map<string, Promise<void>>()

  /** Concurrent calls for the same page share one rendering. */
  function prepare(atMs: number): Promise<void> {
    const known = facts.known()
    const bucket = bucketOf(atMs)
    if (kept.some((one) => one.bucket === bucket && isSame(one, known))) return Promise.resolve()
    const key = `${bucket} ${known.launch} ${known.figures}`
    const pending = rendering.get(key) ?? keep(atMs, known).finally(() => rendering.delete(key))
    rendering.set(key, pending)
    return pending
  }

  async function keep(atMs: number, known: KnownFacts): Promise<void> {
    const body = await render(atMs, known)
    if (!body) return
    const bucket = bucketOf(atMs)
    kept = [...kept.filter((one) => one.bucket !== bucket), { ...known, bucket, body }].slice(-2)
  }

  function sendable(at: number): Kept<Page> | undefined {
    const known = facts.known()
    const bucket = bucketOf(at)
    const fitting = kept.filter(
      (one) => (one.bucket === bucket || one.bucket === bucket - 1) && one.launch === known.launch,
    )
    for (const one of fitting) if (isSame(one, known)) one.countedAt = known.countedAt
    return fitting.toSorted(newestFirst)[0]
  }

  async function fresh(): Promise<Page | null> {
    await facts.refresh()
    await prepare(now())
    return sendable(now())?.body ?? null
  }

  /** Counts and renders while nobody waits, one page at a time. */
  async function renew(atMs: number): Promise<void> {
    if (rendering.size > 0) return
    try {
      await facts.refresh()
      await prepare(atMs)
    } catch (error) {
      failed(error)
    }
  }

  return {
    renew,
    /**
     * The page to send now; null if it cannot be kept. During an outage of the store it has the
     * last count.
     */
    now(): Page | Promise<Page | null> {
      const at = now()
      const one = sendable(at)
      if (!one) return fresh()
      const age = one.countedAt === null ? 0 : at - one.countedAt
      if (age > oldestMs) return fresh()
      if (age >= freshMs || one.bucket !== bucketOf(at)) void renew(at)
      return one.body
    },
  }
}

const isSame = (one: Kept<unknown>, known: KnownFacts) =>
  one.launch === known.launch && one.figures === known.figures

const newestFirst = (a: Kept<unknown>, b: Kept<unknown>) =>
  (b.countedAt ?? 0) - (a.countedAt ?? 0) || b.bucket - a.bucket

/**
 * What the pages say about the launch (server/live). Two pages of one `figures` are equal. A page
 * of another `launch` must not be sent any more: a state began, an offer ended, the goal was
 * reached. `countedAt` is null where nothing is counted for the page.
 */
export type KnownFacts = {
  facts: PageFacts
  launch: string
  figures: string
  countedAt: number | null
  /** how many changes of the drawing the count has passed (contract/figures/gauge-level.ts) */
  stage: number
}

export type FactSource = {
  /** what is known by now */
  known(): KnownFacts
  /**
   * Counts again, at most once a second, and resolves once that is done. While the store is
   * unavailable it resolves at once, and `known` stays as it was.
   */
  refresh(): Promise<void>
}

/**
 * What the pages of everybody say, and with `counted` what a person's pages say (LIVE-2): every
 * figure that the server knows, in both modes. Both are one where the page is live.
 */
export type PageFactSource = FactSource & {
  counted: FactSource & {
    /**
     * Counts what is committed by now, once for all who ask meanwhile, so that no page of a person
     * names another number than the store gave that person a moment ago.
     */
    recount(): Promise<void>
  }
}

/** A short name of `launch`, for the page and the messages to it (LIVE-4). */
export const launchMark = (launch: string): string =>
  createHash('sha256').update(launch).digest('base64url').slice(0, 8)

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
