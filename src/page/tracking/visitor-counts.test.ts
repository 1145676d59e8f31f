import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { maxCount, type EventCount } from '#contract/events.ts'
import { openVisitorCounts } from './visitor-counts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function counting({ optsOut = false } = {}) {
  const posts: EventCount[][] = []
  return {
    posts,
    ...openVisitorCounts({ post: (counts) => posts.push(counts), optsOut: () => optsOut }),
  }
}
const hero = { action: 'section_view', section: 'hero' } as const

describe('[TRACK-2] counts for the server', () => {
  test('go together, a minute after the first', () => {
    const { add, posts } = counting()
    for (const event of [
      hero,
      { action: 'cta_click', section: 'video' } as const,
      { action: 'cta_click', section: 'video' } as const,
    ])
      add(event)
    vi.advanceTimersByTime(59_999)
    expect(posts).toEqual([])
    vi.advanceTimersByTime(1)
    expect(posts).toEqual([
      [
        { event: 'section_view', label: 'hero', count: 1 },
        { event: 'cta_click', label: 'video', count: 2 },
      ],
    ])
  })

  test('are one batch a minute at most, and none while nothing happens', () => {
    const { add, posts } = counting()
    for (let s = 0; s < 600; s++) {
      add(hero)
      vi.advanceTimersByTime(1_000)
    }
    expect([posts.length, posts.flat().reduce((sum, { count }) => sum + count, 0)]).toEqual([
      10, 600,
    ])
    vi.advanceTimersByTime(600_000)
    expect(posts).toHaveLength(10)
  })

  test('go at once when the page is left, and nothing goes twice', () => {
    const { add, flush, posts } = counting()
    flush()
    add(hero)
    flush()
    flush()
    vi.advanceTimersByTime(120_000)
    expect(posts).toEqual([[{ event: 'section_view', label: 'hero', count: 1 }]])
  })

  test('of a visitor who opts out are not made', () => {
    const { add, flush, posts } = counting({ optsOut: true })
    add(hero)
    flush()
    vi.advanceTimersByTime(60_000)
    expect(posts).toEqual([])
  })

  test('bear names that the server takes, and never more of one than it takes', () => {
    const { add, flush, posts } = counting()
    add({ action: 'cta_click' })
    add({ action: 'section_view', section: 'of another campaign' as 'hero' })
    add({ action: 'quiz_started', section: 'quiz' })
    for (let n = 0; n < 150; n++) add(hero)
    flush()
    expect(posts).toEqual([[{ event: 'section_view', label: 'hero', count: maxCount }]])
  })
})
