import { expect, test } from 'vitest'
import { mostMs, mostRows, rowsAfter, smallTransactions } from './transaction.ts'

test.each([
  ['a quick step doubles', 50, 1, 100],
  ['never beyond the most', 400, 1, mostRows],
  ['a step of three quarters of the time keeps its size', 200, mostMs * 0.75, 200],
  ['a slow one halves', 200, mostMs * 1.5, 100],
  ['a very slow one is a quarter', 200, 60_000, 50],
  ['one row is the least', 1, 60_000, 1],
])('%s', (_, rows, tookMs, next) => expect(rowsAfter(rows, tookMs)).toBe(next))

test('after each step it rests as long as the step took, so that a server can write', async () => {
  let now = 0
  const rests: number[] = []
  const steps = smallTransactions(
    { transact: async (work) => work(null as never) },
    { clock: () => now, rest: async (ms: number) => void rests.push(ms) },
  )
  for (const tookMs of [40, 1])
    await steps.step(async () => {
      now += tookMs
    })
  expect([rests, steps.rows()]).toEqual([[40, 12], 36])
})

test('a job that may take longer rests a multiple of its work while the process is busy', async () => {
  let now = 0
  let share = 0.1
  const rests: number[] = []
  const steps = smallTransactions(
    { transact: async (work) => work(null as never) },
    {
      clock: () => now,
      rest: async (ms: number) => void rests.push(ms),
      restTimes: 5,
      measureWork: () => () => share,
    },
  )
  const step = () =>
    steps.step(async () => {
      now += 14
    })
  await step()
  share = 0.9
  await step()
  expect(rests).toEqual([14, 14, 56])
})

test('a slow commit does not make steps smaller', async () => {
  let now = 0
  const steps = smallTransactions(
    {
      transact: async (work) => {
        const done = await work(null as never)
        now += 500
        return done
      },
    },
    { clock: () => now, rest: async () => {} },
  )
  for (let step = 0; step < 5; step++)
    await steps.step(async () => {
      now += 1
    })
  expect(steps.rows()).toBe(mostRows)
})

test('while nobody else writes, steps have the full size and no rests', async () => {
  const rests: number[] = []
  let alone = true
  const steps = smallTransactions(
    { transact: async (work) => work(null as never) },
    { rest: async (ms: number) => void rests.push(ms), alone: () => alone },
  )
  await steps.step(async () => {})
  expect([steps.rows(), rests]).toEqual([mostRows, []])
  alone = false
  await steps.step(async () => {})
  expect(rests).toEqual([12])
})
