import { expect, test } from 'vitest'
import { openLeaves } from './leaving.ts'

function setUp() {
  const world = { nowMs: 0, told: [] as string[] }
  const leaves = openLeaves(() => world.nowMs)
  const follow = () =>
    leaves.follow({
      left: (outMs) => void world.told.push(`left ${outMs}`),
      back: () => void world.told.push('back'),
    })
  return { world, leaves, follow }
}

test('[POP-3] a leave through the top edge is told, one through another edge is not', () => {
  const { world, leaves, follow } = setUp()
  follow()
  leaves.note(5)
  leaves.note(0)
  leaves.noteBack()
  expect(world.told).toEqual(['left 0', 'back'])
})

test('[POP-4] a leave from before the listener is told with how long the mouse is out, or was', () => {
  const { world, leaves, follow } = setUp()
  leaves.note(-1)
  world.nowMs = 40
  follow()
  world.nowMs = 70
  leaves.noteBack()
  world.nowMs = 900
  follow()
  expect(world.told).toEqual(['left 40', 'back', 'left 70', 'back'])
})

test('[POP-3] without a leave nothing is told, and who has stopped hears of none', () => {
  const { world, leaves, follow } = setUp()
  leaves.noteBack()
  follow()()
  leaves.note(0)
  expect(world.told).toEqual([])
})
