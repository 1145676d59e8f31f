import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { campaign } from '#campaign'
import { openLaunch } from '#contract/launch/launch.ts'
import { freshStore } from '#test/fresh-store.ts'
import { silentLog } from '#test/silent-log.ts'
import { count } from '#server/counts/count.ts'
import { openListeners, liveMessage } from './live-routes.ts'
import { openLiveFacts } from './figures.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** A response whose connection writes down what is sent, and when. */
function listener() {
  const socket = new Socket()
  const sent: { at: number; text: string }[] = []
  socket.write = (piece: Buffer | string) =>
    sent.push({ at: Date.now(), text: piece.toString() }) > 0
  const response = new ServerResponse(new IncomingMessage(socket))
  response.assignSocket(socket)
  const figures = () => sent.filter(({ text }) => text.startsWith('event: figures\n'))
  return { response, figures }
}

test('[LIVE-4] 100,000 joins in a minute reach each listener as one message a second, and the last has all of them', async () => {
  const { db, transact } = await freshStore('sqlite')
  const launch = { current: () => openLaunch, periods: () => [] }
  const facts = openLiveFacts({ db, mode: 'live', launch, log: silentLog, now: Date.now })
  let counts = 0
  const read = async () => {
    counts++
    await facts.refresh()
    return liveMessage(facts.known(), campaign)
  }
  const listeners = openListeners({ read, now: Date.now, calendar: Date.now })
  const all = Array.from({ length: 5 }, listener)
  for (const { response } of all) listeners.add(response, '203.0.113.7', 'en')
  const [perStep, stepMs] = [250, 150]
  for (let joined = 0; joined < 100_000; joined += perStep) {
    await transact(async (trx) =>
      count(trx, [{ what: 'people_confirmed', at: Date.now(), count: perStep }]),
    )
    await vi.advanceTimersByTimeAsync(stepMs)
  }
  await vi.advanceTimersByTimeAsync(1_000)
  for (const { figures } of all) {
    const seconds = figures().map(({ at }) => Math.floor((at - figures()[0]!.at) / 1_000))
    expect(new Set(seconds).size).toBe(seconds.length)
    expect(seconds.length).toBeGreaterThan(55)
    expect(figures().at(-1)!.text).toContain('"registered":"100,000"')
  }
  expect(counts).toBeLessThanOrEqual(63)
})
