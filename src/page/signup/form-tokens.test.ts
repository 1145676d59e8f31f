import { expect, test } from 'vitest'
import { createFormTokens } from './form-tokens.ts'

function setUp(texts: string[]) {
  const world = { now: 0, fetched: 0, slept: [] as number[] }
  const sleep = async (ms: number) => void (world.slept.push(ms), (world.now += ms))
  const tokens = createFormTokens({
    fetchToken: async () => texts[world.fetched++] ?? '',
    now: () => world.now,
    sleep,
  })
  return { world, tokens }
}

test('a token is returned once it is two seconds old', async () => {
  const { world, tokens } = setUp(['first'])
  tokens.prefetch()
  await Promise.resolve()
  world.now = 500
  expect(await tokens.take()).toBe('first')
  expect(world.slept).toEqual([1_500])
})

test('a token that aged while the visitor typed is returned at once', async () => {
  const { world, tokens } = setUp(['first'])
  tokens.prefetch()
  await tokens.take()
  world.now = 60_000
  await tokens.take()
  expect([world.fetched, world.slept.at(-1)]).toEqual([1, 0])
})

test('a token that may have expired is replaced', async () => {
  const { world, tokens } = setUp(['first', 'second'])
  await tokens.take()
  world.now = 2 * 60 * 60 * 1_000
  expect(await tokens.take()).toBe('second')
})

test('a token is reused for a hundred minutes', async () => {
  const { world, tokens } = setUp(['first', 'second'])
  const atMs = world.now
  await tokens.take()
  world.now = atMs + 100 * 60_000 - 1
  expect(await tokens.take()).toBe('first')
  world.now = atMs + 100 * 60_000
  expect(await tokens.take()).toBe('second')
})

test('each retry gets a new token', async () => {
  const { tokens } = setUp(['first', 'second', 'third'])
  expect([await tokens.take(), await tokens.takeNew(), await tokens.takeNew()]).toEqual([
    'first',
    'second',
    'third',
  ])
})

test('without a token the form is sent at once', async () => {
  const { world, tokens } = setUp([])
  tokens.prefetch()
  expect(await tokens.take()).toBe('')
  expect([world.fetched, world.slept]).toEqual([2, []])
})
