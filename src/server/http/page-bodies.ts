import { createHash } from 'node:crypto'
import type { PageFacts } from '#contract/live-figures.ts'

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
  let last: {
    at: number
    known: KnownFacts
    of: Kept<Page>[]
    one: Kept<Page> | undefined
  } | null = null
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
    if (last?.at !== at || last.known !== known || last.of !== kept)
      last = { at, known, of: kept, one: newestFor(at, known) }
    return last.one
  }

  function newestFor(at: number, known: KnownFacts): Kept<Page> | undefined {
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
  /** how many changes of the drawing the count has passed (contract/gauge-level.ts) */
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
export type PageFactSource = FactSource & { counted: CountedSource }

type CountedSource = FactSource & {
  /**
   * Counts what is committed by now, once for all who ask meanwhile, so that no page of a person
   * names another number than the store gave that person a moment ago.
   */
  recount(): Promise<void>
}

/** A short name of `launch`, for the page and the messages to it (LIVE-4). */
export const launchMark = (launch: string): string =>
  createHash('sha256').update(launch).digest('base64url').slice(0, 8)
