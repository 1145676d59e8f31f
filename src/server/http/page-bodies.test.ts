import { expect, test } from 'vitest'
import { openLaunch } from '#contract/launch/launch.ts'
import { bodyOf } from './bodies.ts'
import { freshMs, oldestMs, openPageBodies } from './page-bodies.ts'

/** A page that says what was counted, with a clock and a store in the test's hands. */
function scene({ counts = true } = {}) {
  const state = { now: 1_000_000, registered: 1, launch: 'open', isAway: false }
  let [countedAt, shown, countings, renderings] = [state.now, 1, 0, 0]
  const facts = { now: 0, mode: 'live', live: null, launch: openLaunch } as const
  const bodies = openPageBodies({
    async render() {
      renderings++
      return bodyOf('text/html', { identity: Buffer.from(`${state.launch}: ${shown}`) })
    },
    bucketOf: (ms) => Math.floor(ms / 600_000),
    facts: {
      known: () => ({
        facts,
        launch: state.launch,
        figures: String(shown),
        countedAt: counts ? countedAt : null,
        stage: 0,
      }),
      async refresh() {
        if (state.isAway) return
        countings++
        ;[countedAt, shown] = [state.now, state.registered]
      },
    },
    now: () => state.now,
    failed: (error) => {
      throw error
    },
  })
  const read = async () => (await bodies.now())?.encoded.identity.bytes.toString()
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { state, read, settled, done: () => ({ countings, renderings }) }
}

test('[LIVE-4] a page is sent as it is for 5 s, then once more while the next is counted and rendered', async () => {
  const { state, read, settled, done } = scene()
  expect(await read()).toBe('open: 1')
  state.registered = 2
  state.now += freshMs - 1
  expect(await read()).toBe('open: 1')
  expect(done()).toEqual({ countings: 1, renderings: 1 })
  state.now += 1
  expect(await read()).toBe('open: 1')
  await settled()
  expect(await read()).toBe('open: 2')
  expect(done()).toEqual({ countings: 2, renderings: 2 })
})

test('[LIVE-4] no figure is older than 10 s when it is sent', async () => {
  const { state, read } = scene()
  await read()
  state.registered = 3
  state.now += oldestMs + 1
  expect(await read()).toBe('open: 3')
})

test('[LIVE-4] figures that did not change are counted again and not rendered again', async () => {
  const { state, read, settled, done } = scene()
  await read()
  for (let second = 0; second < 60; second++) {
    state.now += 1_000
    await read()
    await settled()
  }
  expect(done().renderings).toBe(1)
  expect(done().countings).toBe(13)
})

test('[END-1] a page of another state of the launch is never sent', async () => {
  const { state, read } = scene()
  await read()
  state.launch = 'closed'
  expect(await read()).toBe('closed: 1')
})

test('while the store is away the last figures stay', async () => {
  const { state, read, done } = scene()
  await read()
  state.isAway = true
  state.now += 60_000
  expect(await read()).toBe('open: 1')
  expect(done().renderings).toBe(1)
})

test('without live figures the server counts and renders nothing between two buckets', async () => {
  const { state, read, done } = scene({ counts: false })
  await read()
  state.now += 60_000
  await read()
  expect(done().renderings).toBe(1)
})
