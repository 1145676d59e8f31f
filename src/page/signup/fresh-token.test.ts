import { expect, test } from 'vitest'
import { openTokens } from './fresh-token.ts'

function setUp(texts: string[]) {
  const world = { now: 0, asked: 0, slept: [] as number[] }
  const sleep = async (ms: number) => void (world.slept.push(ms), (world.now += ms))
  const tokens = openTokens({
    fetchToken: async () => texts[world.asked++] ?? '',
    now: () => world.now,
    sleep,
  })
  return { world, tokens }
}

test('a token is handed out once it is two seconds old', async () => {
  const { world, tokens } = setUp(['first'])
  tokens.warm()
  await Promise.resolve()
  world.now = 500
  expect(await tokens.take()).toBe('first')
  expect(world.slept).toEqual([1_500])
})

test('a token that aged while the visitor typed is handed out at once', async () => {
  const { world, tokens } = setUp(['first'])
  tokens.warm()
  await tokens.take()
  world.now = 60_000
  await tokens.take()
  expect([world.asked, world.slept.at(-1)]).toEqual([1, 0])
})

test('a token that may have expired is replaced', async () => {
  const { world, tokens } = setUp(['first', 'second'])
  await tokens.take()
  world.now = 2 * 60 * 60 * 1_000
  expect(await tokens.take()).toBe('second')
})

test('a token is good for a hundred minutes', async () => {
  const { world, tokens } = setUp(['first', 'second'])
  const atMs = world.now
  await tokens.take()
  world.now = atMs + 100 * 60_000 - 1
  expect(await tokens.take()).toBe('first')
  world.now = atMs + 100 * 60_000
  expect(await tokens.take()).toBe('second')
})

test('each resend has a token of its own', async () => {
  const { tokens } = setUp(['first', 'second', 'third'])
  expect([await tokens.take(), await tokens.takeNew(), await tokens.takeNew()]).toEqual([
    'first',
    'second',
    'third',
  ])
})

test('where none can be had the form is sent without, and without a wait', async () => {
  const { world, tokens } = setUp([])
  tokens.warm()
  expect(await tokens.take()).toBe('')
  expect([world.asked, world.slept]).toEqual([2, []])
})
