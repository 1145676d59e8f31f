import { expect, test } from 'vitest'
import { endBlanks, knownSentences } from './ends.ts'
import { openLaunch } from './launch.ts'

test('[END-1] a sentence is left out while one of its blanks is not known', () => {
  const paused = { ...openLaunch, state: 'paused' as const, since: 0 }
  const sentences = ['Sign-ups are paused.', 'We go on on {until}.', 'Since {since}.']
  expect(knownSentences(sentences, endBlanks(paused, null, 'UTC'))).toEqual([
    'Sign-ups are paused.',
    'Since 1 January 1970, 00:00.',
  ])
})

test('[END-1] figures are grouped', () =>
  expect(
    knownSentences(
      ['{registered} of {goal}'],
      endBlanks(openLaunch, { registered: 8_932, goal: 10_000 }, 'UTC'),
    ),
  ).toEqual(['8,932 of 10,000']))
