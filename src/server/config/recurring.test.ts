import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openNudged, startRecurring } from './recurring.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const everyMs = 60_000

/** A job whose runs last until they are ended, and what was logged of it. */
function longJob() {
  const runs: PromiseWithResolvers<void>[] = []
  const logged: object[] = []
  const run = () => {
    const ended = Promise.withResolvers<void>()
    runs.push(ended)
    return ended.promise
  }
  const job = { name: 'long', everyMs, run }
  return { job, runs, logged, log: { warn: (fields: object) => void logged.push(fields) } }
}

test('a job that takes longer than its interval is not started a second time', async () => {
  const { job, runs, log } = longJob()
  let others = 0
  const other = { name: 'other', everyMs, run: async () => void others++ }
  const recurring = startRecurring([job, other], log)
  await vi.advanceTimersByTimeAsync(3 * everyMs)
  expect([runs.length, others]).toEqual([1, 4])
  runs[0]!.resolve()
  await vi.advanceTimersByTimeAsync(everyMs)
  expect(runs).toHaveLength(2)
  runs[1]!.resolve()
  await recurring.stop()
})

test('a job that fails is logged, and runs again at its interval', async () => {
  const { job, runs, logged, log } = longJob()
  const recurring = startRecurring([job], log)
  runs[0]!.reject(new Error('the database is away'))
  await vi.advanceTimersByTimeAsync(everyMs)
  expect(runs).toHaveLength(2)
  expect(logged).toEqual([{ job: 'long', err: new Error('the database is away') }])
  runs[1]!.resolve()
  await recurring.stop()
})

test('a stop waits for the run that is going, and starts no other', async () => {
  const { job, runs, log } = longJob()
  const recurring = startRecurring([job], log)
  let stopped = false
  const stopping = recurring.stop().then(() => (stopped = true))
  await vi.advanceTimersByTimeAsync(2 * everyMs)
  expect([runs.length, stopped]).toEqual([1, false])
  runs[0]!.resolve()
  await stopping
  expect(stopped).toBe(true)
})

test('a nudge during a run begins one more, and two runs never go at a time', async () => {
  const { job, runs } = longJob()
  const nudged = openNudged(job.run)
  const run = nudged.run()
  nudged.nudge()
  nudged.nudge()
  expect(runs).toHaveLength(1)
  runs[0]!.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toHaveLength(2)
  runs[1]!.resolve()
  await run
  expect(runs).toHaveLength(2)
})

test('work that leaves more to do runs again at once', async () => {
  let left = 3
  await openNudged(async () => --left > 0).run()
  expect(left).toBe(0)
})

test('after a nudge that failed the next run works', async () => {
  const { job, runs } = longJob()
  const nudged = openNudged(job.run)
  nudged.nudge()
  runs[0]!.reject(new Error('the database is away'))
  await vi.advanceTimersByTimeAsync(0)
  const run = nudged.run()
  runs[1]!.reject(new Error('the database is away'))
  await expect(run).rejects.toThrow('the database is away')
})

test('a stop of nudged work waits for its run, which learns of it, and begins no other', async () => {
  const { job, runs } = longJob()
  let isStopping = () => false
  const nudged = openNudged((stopping) => {
    isStopping = stopping
    return job.run()
  })
  nudged.nudge()
  nudged.nudge()
  expect(isStopping()).toBe(false)
  const stopped = nudged.stop()
  expect(isStopping()).toBe(true)
  runs[0]!.resolve()
  await stopped
  await nudged.run()
  expect(runs).toHaveLength(1)
})
