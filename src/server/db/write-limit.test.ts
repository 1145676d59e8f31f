import { afterEach, expect, test, vi } from 'vitest'
import { openWriteLimit } from './batcher.ts'
import { StoreUnavailable } from './store.ts'

afterEach(() => void vi.useRealTimers())

/** Works that end when they are told to. */
function works() {
  const limitWrites = openWriteLimit()
  const begun: number[] = []
  const ends: (() => void)[] = []
  const start = (n: number) =>
    limitWrites(
      () =>
        new Promise<number>((resolve) => {
          begun.push(n)
          ends[n] = () => resolve(n)
        }),
    )
  return { begun, ends, start }
}

test('five writes that lock the same rows run at once, and the others follow in their order', async () => {
  const { begun, ends, start } = works()
  const done = Array.from({ length: 7 }, (_, n) => start(n))
  expect(begun).toEqual([0, 1, 2, 3, 4])
  ends[3]!()
  expect(await done[3]).toBe(3)
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4, 5])
  ends[0]!()
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4, 5, 6])
  for (const end of ends) end()
  expect(await Promise.all(done)).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('a write that cannot begin within two seconds is refused and does not run', async () => {
  vi.useFakeTimers()
  const { begun, ends, start } = works()
  const done = Array.from({ length: 6 }, (_, n) => start(n))
  const late = expect(done[5]).rejects.toBeInstanceOf(StoreUnavailable)
  await vi.advanceTimersByTimeAsync(2_000)
  await late
  for (const end of ends) end()
  expect([await Promise.all(done.slice(0, 5)), begun]).toEqual([
    [0, 1, 2, 3, 4],
    [0, 1, 2, 3, 4],
  ])
})
