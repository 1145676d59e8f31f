import { expect, test } from 'vitest'
import { endBlanks, knownSentences } from './state-words.ts'
import { openLaunch } from './launch.ts'

const english = { timeZone: 'UTC', language: 'en' }

test('[END-1] a sentence is left out while one of its blanks is not known', () => {
  const paused = { ...openLaunch, state: 'paused' as const, since: 0 }
  const sentences = ['Sign-ups are paused.', 'Back on {until}.', 'Since {since}.']
  expect(knownSentences(sentences, endBlanks(paused, null, { ...english, now: 0 }))).toEqual([
    'Sign-ups are paused.',
    'Since 1 January 1970, 00:00.',
  ])
})

test('[END-1] figures are grouped', () =>
  expect(
    knownSentences(
      ['{registered} of {goal}'],
      endBlanks(openLaunch, { registered: 8_932, goal: 10_000 }, { ...english, now: 0 }),
    ),
  ).toEqual(['8,932 of 10,000']))

test('[END-3] a sentence is left out once the time that it names is over', () => {
  const launched = { ...openLaunch, state: 'launched' as const, listFirstUntil: 10, eraseAt: 20 }
  const names = ['first', 'firstDay', 'erase', 'eraseDay'] as const
  const known = (now: number) => {
    const blanks = endBlanks(launched, null, { ...english, now })
    return names.filter((name) => blanks[name] !== undefined)
  }
  expect(known(9)).toEqual(names)
  expect(known(10)).toEqual(['erase', 'eraseDay'])
  expect(known(20)).toEqual([])
})
