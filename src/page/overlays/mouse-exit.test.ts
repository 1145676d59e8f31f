import { expect, test } from 'vitest'
import { createMouseExits } from './mouse-exit.ts'

function setUp() {
  const world = { nowMs: 0, calls: [] as string[] }
  const exits = createMouseExits(() => world.nowMs)
  const subscribe = () =>
    exits.subscribe({
      onExit: (outsideMs) => void world.calls.push(`exit ${outsideMs}`),
      onEnter: () => void world.calls.push('return'),
    })
  return { world, exits, subscribe }
}

test('[POP-3] an exit through the top edge is reported, one through another edge is not', () => {
  const { world, exits, subscribe } = setUp()
  subscribe()
  exits.exit(5)
  exits.exit(0)
  exits.enter()
  expect(world.calls).toEqual(['exit 0', 'return'])
})

test('[POP-4] an exit before the subscription is reported with the time that the mouse is, or was, outside', () => {
  const { world, exits, subscribe } = setUp()
  exits.exit(-1)
  world.nowMs = 40
  subscribe()
  world.nowMs = 70
  exits.enter()
  world.nowMs = 900
  subscribe()
  expect(world.calls).toEqual(['exit 40', 'return', 'exit 70', 'return'])
})

test('[POP-3] no exit is reported without one, or after unsubscribing', () => {
  const { world, exits, subscribe } = setUp()
  exits.enter()
  subscribe()()
  exits.exit(0)
  expect(world.calls).toEqual([])
})
