import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { friendPageMs, openFriendPages, type PageTemplate } from './page-bodies.ts'

/** Pages of a server that renders `html`, and how many were filled and compressed. */
function open() {
  const state = { now: 0, works: 0, html: '1', isFull: false }
  let known: { html: string; page: PageTemplate } | null = null
  const pages = openFriendPages(
    (friend, make) => ({
      now: () => {
        if (known?.html !== state.html)
          known = { html: state.html, page: make(`<p>${state.html} ${friend.via}</p>`) }
        return known.page
      },
      renew: async () => {},
    }),
    () => state.now,
  )
  const get = (via: string, encoding: 'br' | 'gzip' | 'identity' = 'identity') =>
    pages.page({ via, name: '' }, encoding, async (work) => {
      if (state.isFull) return null
      state.works++
      return work()
    })
  return { state, get }
}

test("[LINE-3] a friend's page is made once for each code and 5 s, also at once, and in each encoding", async () => {
  const { state, get } = open()
  const pages = await Promise.all(Array.from({ length: 50 }, () => get('K7RM2XQ')))
  expect(new Set(pages.map(String))).toEqual(new Set(['<p>1 K7RM2XQ</p>']))
  expect(state.works).toBe(1)
  state.now += friendPageMs - 1
  await get('K7RM2XQ')
  expect(state.works).toBe(1)
  state.now += 1
  await get('K7RM2XQ')
  expect(state.works).toBe(2)
  expect(String(await get('AAAAAAA'))).toBe('<p>1 AAAAAAA</p>')
  expect(String(brotliDecompressSync((await get('AAAAAAA', 'br')) as Buffer))).toContain('AAAAAAA')
  expect(String(gunzipSync((await get('AAAAAAA', 'gzip')) as Buffer))).toContain('AAAAAAA')
  expect(state.works).toBe(5)
})

test("[LINE-3] a friend's page is made again when the landing page has changed", async () => {
  const { state, get } = open()
  await get('K7RM2XQ')
  state.html = '2'
  expect(String(await get('K7RM2XQ'))).toBe('<p>2 K7RM2XQ</p>')
})

test("[LINE-3] a friend's page that finds no place is made for the next request", async () => {
  const { state, get } = open()
  state.isFull = true
  expect(await get('K7RM2XQ')).toBeNull()
  state.isFull = false
  expect(String(await get('K7RM2XQ'))).toBe('<p>1 K7RM2XQ</p>')
})
