import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openRenderPlaces, renderLimits } from './page-renderer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Pages that are rendered until `finish` is called. */
function pages() {
  const inPlace = openRenderPlaces()
  const running: { network: string; end: () => void }[] = []
  const results: (string | null)[] = []
  const ask = (network: string, always = false) =>
    void inPlace({ network, always }, async () => {
      await new Promise<void>((end) => running.push({ network, end }))
      return network
    }).then((page) => results.push(page))
  return {
    ask,
    results,
    now: async () => {
      await vi.advanceTimersByTimeAsync(0)
      return running.map(({ network }) => network).join(' ')
    },
    finish: async (network: string) => {
      const index = running.findIndex((page) => page.network === network)
      running.splice(index, 1)[0]!.end()
      await vi.advanceTimersByTimeAsync(1)
    },
  }
}

test('four pages of one network are rendered at once, and the next when one of them is done', async () => {
  const { ask, now, finish } = pages()
  for (let n = 0; n < 6; n++) ask('a')
  expect(await now()).toBe('a a a a')
  await finish('a')
  expect(await now()).toBe('a a a a')
  for (let n = 0; n < 4; n++) await finish('a')
  expect(await now()).toBe('a')
})

test('32 pages of all networks are rendered at once, and networks take turns', async () => {
  const { ask, now, finish } = pages()
  for (let n = 0; n < 8; n++) for (let page = 0; page < 6; page++) ask(`n${n}`)
  for (const network of ['x', 'y', 'x', 'y']) ask(network)
  expect((await now()).split(' ')).toHaveLength(renderLimits.all)
  for (let n = 0; n < 8; n++) await finish(`n${n}`)
  await finish('n0')
  await finish('n0')
  const shown = (await now()).split(' ')
  expect(shown).toHaveLength(renderLimits.all)
  expect(shown.slice(-2)).toEqual(['x', 'y'])
})

test('a page without a place for two seconds is refused, unless it is never refused', async () => {
  const { ask, now, results, finish } = pages()
  for (let n = 0; n < 4; n++) ask('a')
  ask('a')
  ask('a', true)
  await vi.advanceTimersByTimeAsync(renderLimits.waitMs - 1)
  expect(results).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(results).toEqual([null])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(results).toEqual([null])
  await finish('a')
  expect(await now()).toBe('a a a a')
})

test('a page that fails frees its place', async () => {
  const inPlace = openRenderPlaces()
  const fail = () =>
    inPlace({ network: 'a', always: false }, () => Promise.reject(new Error('no page')))
  for (let n = 0; n < 5; n++) {
    await expect(fail()).rejects.toThrow('no page')
    await vi.advanceTimersByTimeAsync(1)
  }
})
