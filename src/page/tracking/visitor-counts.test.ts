import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { maxCount, type EventBatch } from '#contract/events/events.ts'
import { openVisitorCounts } from './visitor-counts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function counting({ optsOut = false } = {}) {
  const batches: EventBatch[] = []
  return {
    batches,
    ...openVisitorCounts({
      post: (batch) => batches.push(batch),
      optsOut: () => optsOut,
      origin: () => origin,
    }),
    get posts() {
      return batches.map(({ counts }) => counts)
    },
  }
}
const origin = { source: 'podcast', referrer: 'news.example' }
const hero = { action: 'section_view', section: 'hero' } as const

describe('[TRACK-2] counts for the server', () => {
  test('go together, a minute after the first', () => {
    const visitor = counting()
    const { add } = visitor
    for (const event of [
      hero,
      { action: 'cta_click', section: 'video' } as const,
      { action: 'cta_click', section: 'video' } as const,
    ])
      add(event)
    vi.advanceTimersByTime(59_999)
    expect(visitor.posts).toEqual([])
    vi.advanceTimersByTime(1)
    expect(visitor.posts).toEqual([
      [
        { event: 'section_view', label: 'hero', count: 1 },
        { event: 'cta_click', label: 'video', count: 2 },
      ],
    ])
  })

  test('are one batch a minute at most, and none while nothing happens', () => {
    const visitor = counting()
    const { add } = visitor
    for (let s = 0; s < 600; s++) {
      add(hero)
      vi.advanceTimersByTime(1_000)
    }
    expect([
      visitor.posts.length,
      visitor.posts.flat().reduce((sum, { count }) => sum + count, 0),
    ]).toEqual([10, 600])
    vi.advanceTimersByTime(600_000)
    expect(visitor.posts).toHaveLength(10)
  })

  test('go at once when the page is left, and nothing goes twice', () => {
    const visitor = counting()
    const { add, flush } = visitor
    flush()
    add(hero)
    flush()
    flush()
    vi.advanceTimersByTime(120_000)
    expect(visitor.posts).toEqual([[{ event: 'section_view', label: 'hero', count: 1 }]])
  })

  test('of a visitor who opts out are not made', () => {
    const visitor = counting({ optsOut: true })
    const { add, flush } = visitor
    add(hero)
    flush()
    vi.advanceTimersByTime(60_000)
    expect(visitor.posts).toEqual([])
  })

  test('bear names that the server takes, and never more of one than it takes', () => {
    const visitor = counting()
    const { add, flush } = visitor
    add({ action: 'cta_click' })
    add({ action: 'section_view', section: 'of another campaign' as 'hero' })
    add({ action: 'quiz_started' })
    add({ action: 'email_captured', section: 'nowhere' })
    for (let n = 0; n < 150; n++) add(hero)
    flush()
    expect(visitor.posts).toEqual([[{ event: 'section_view', label: 'hero', count: maxCount }]])
  })

  test('[DASH-9] have the origin of the visit with the page view, and never again', () => {
    const { add, flush, batches } = counting()
    add({ action: 'page_view', section: 'page' })
    add(hero)
    flush()
    add(hero)
    flush()
    expect(batches).toEqual([
      {
        counts: [
          { event: 'page_view', label: 'page', count: 1 },
          { event: 'section_view', label: 'hero', count: 1 },
        ],
        ...origin,
      },
      { counts: [{ event: 'section_view', label: 'hero', count: 1 }] },
    ])
  })
})
