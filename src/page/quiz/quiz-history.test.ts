import { expect, test } from 'vitest'
import { stepBack, startHistory, depthOf, pushStep, stateOf, historyIn } from './quiz-history.ts'

const fromStart = pushStep(
  pushStep(startHistory('energy_pattern'), 'focus_challenge'),
  'stress_response',
)

test("each step lies on those before it, down to the page's own entry", () => {
  expect(fromStart).toEqual({
    step: 'stress_response',
    below: ['energy_pattern', 'focus_challenge'],
  })
  expect([depthOf(fromStart), depthOf(startHistory('result'))]).toEqual([3, 1])
})

test('the browser goes back to the previous question if that is the previous entry', () => {
  expect(stepBack(fromStart, 'focus_challenge')).toEqual({ by: 'back' })
  expect(stepBack(startHistory('result'), 'goal_pursuit')).toEqual({
    by: 'place',
    trail: { step: 'goal_pursuit', below: [] },
  })
})

test('an entry tells its trail, and one of anybody else none', () => {
  expect(historyIn(stateOf(fromStart))).toEqual(fromStart)
  for (const state of [
    null,
    undefined,
    7,
    {},
    { ascendQuiz: null },
    { ascendQuiz: { step: 'toString', below: [] } },
    { ascendQuiz: { step: 'result', below: ['x'] } },
    { ascendQuiz: { step: 'result' } },
  ])
    expect(historyIn(state)).toBeNull()
})
