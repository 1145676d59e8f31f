import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveMessage } from '#contract/live/message.ts'
import { followLive, pollMs } from './follow-live.ts'
import { openServerClock } from './server-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

class Stream extends EventTarget {
  closed = false
  close() {
    this.closed = true
  }
  say(type: string, data?: string) {
    this.dispatchEvent(data === undefined ? new Event(type) : new MessageEvent(type, { data }))
  }
}

function scene({ asks = async () => ({ registered: '7' }) as LiveMessage } = {}) {
  const streams: Stream[] = []
  const received: string[] = []
  const following = followLive(
    {
      open: () => {
        const stream = new Stream()
        streams.push(stream)
        return stream as unknown as EventSource
      },
      ask: asks,
      random: () => 1,
    },
    {
      figures: ({ registered }) => void received.push(`registered ${registered}`),
      time: (ms) => void received.push(`time ${ms}`),
    },
  )
  return { streams, received, following }
}

test('[LIVE-4] figures and the time come from one stream', () => {
  const { streams, received } = scene()
  streams[0]!.say('time', '12')
  streams[0]!.say('figures', '{"registered":"3"}')
  expect(received).toEqual(['time 12', 'registered 3'])
  expect(streams).toHaveLength(1)
})

test('[LIVE-4] while the server is unavailable the waits double, up to a minute', async () => {
  const { streams } = scene({ asks: () => Promise.reject(new Error('unavailable')) })
  const waits: number[] = []
  for (let round = 0; round < 8; round++) {
    const from = Date.now()
    streams.at(-1)!.say('error')
    await vi.advanceTimersToNextTimerAsync()
    waits.push((Date.now() - from) / 1_000)
  }
  expect(streams).toHaveLength(9)
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
})

test('[LIVE-4] where a stream is refused the figures are asked for beside each new try', async () => {
  const { streams, received } = scene()
  streams[0]!.say('error')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(streams).toHaveLength(2)
  expect(received).toEqual(['registered 7'])
})

test('[LIVE-4] two streams that say nothing are blocked: the figures are asked for each minute', async () => {
  const { streams, received, following } = scene()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(streams.map(({ closed }) => closed)).toEqual([true])
  await vi.advanceTimersByTimeAsync(1_000 + 30_000)
  expect(streams.map(({ closed }) => closed)).toEqual([true, true])
  expect(received).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(2 * 1.1 * pollMs)
  expect(received).toHaveLength(4)
  following.stop()
  await vi.advanceTimersByTimeAsync(5 * pollMs)
  expect(received).toHaveLength(4)
  expect(streams).toHaveLength(2)
})

test('[FX-8] a stop closes the stream, and no other is opened', async () => {
  const { streams, following } = scene()
  following.stop()
  await vi.advanceTimersByTimeAsync(10 * pollMs)
  expect(streams.map(({ closed }) => closed)).toEqual([true])
})

test("[LIVE-5] the time is the server's, also by a copy that was kept on the way", () => {
  let monotonic = 5_000
  const clock = openServerClock(() => monotonic)
  expect(clock.now()).toBeNull()
  clock.adjust(1_900_000_000_000)
  monotonic += 2_000
  expect(clock.now()).toBe(1_900_000_002_000)
  clock.adjust(1_899_999_000_000)
  expect(clock.now()).toBe(1_900_000_002_000)
})
