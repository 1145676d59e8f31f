import { describe, expect, test } from 'vitest'
import { openSafeStorage } from '#page/browser/safe-storage.ts'
import { answerToBar, openBarPlace, withBar, type BarAnswer, type Bars } from './bar-coordinator.ts'

const keys = ['sticky-bar', 'second-bar']
const granted: BarAnswer = { granted: true }

test.each<[string, Bars, string, boolean, BarAnswer]>([
  [
    '[BAR-1] hidden, it may come',
    { 'sticky-bar': 'hidden', 'second-bar': 'hidden' },
    'sticky-bar',
    false,
    granted,
  ],
  [
    '[BAR-1] dismissed, it may not',
    { 'sticky-bar': 'closed', 'second-bar': 'hidden' },
    'sticky-bar',
    false,
    { refused: 'dismissed' },
  ],
  [
    '[BAR-1] minimized, it does not come once more',
    { 'sticky-bar': 'minimized', 'second-bar': 'hidden' },
    'sticky-bar',
    false,
    { refused: 'standing' },
  ],
  [
    '[BAR-3] it comes where the second stands',
    { 'sticky-bar': 'hidden', 'second-bar': 'visible' },
    'sticky-bar',
    false,
    granted,
  ],
  [
    '[BAR-3] the second may come where no other stands',
    { 'sticky-bar': 'hidden', 'second-bar': 'hidden' },
    'second-bar',
    false,
    granted,
  ],
  [
    '[BAR-3] the second may come where the first was closed',
    { 'sticky-bar': 'closed', 'second-bar': 'hidden' },
    'second-bar',
    false,
    granted,
  ],
  [
    '[BAR-3] the second may not while the first is visible',
    { 'sticky-bar': 'visible', 'second-bar': 'hidden' },
    'second-bar',
    false,
    { refused: 'standing' },
  ],
  [
    '[BAR-3] nor while it is minimized',
    { 'sticky-bar': 'minimized', 'second-bar': 'hidden' },
    'second-bar',
    false,
    { refused: 'standing' },
  ],
  [
    '[BAR-3] nor once it was dismissed',
    { 'sticky-bar': 'hidden', 'second-bar': 'closed' },
    'second-bar',
    false,
    { refused: 'dismissed' },
  ],
  [
    '[FORM-9] after a sign-up the first may not',
    { 'sticky-bar': 'hidden', 'second-bar': 'hidden' },
    'sticky-bar',
    true,
    { refused: 'joined' },
  ],
  [
    '[FORM-9] nor the second',
    { 'sticky-bar': 'hidden', 'second-bar': 'hidden' },
    'second-bar',
    true,
    { refused: 'joined' },
  ],
])('%s', (_, bars, key, joined, answer) =>
  expect(answerToBar(keys, bars, key, { dismissed: bars[key] === 'closed', joined })).toEqual(
    answer,
  ),
)

test('[BAR-3] the second leaves when the first comes, and is not dismissed by that', () => {
  expect(
    withBar(keys, { 'sticky-bar': 'hidden', 'second-bar': 'visible' }, 'sticky-bar', 'visible'),
  ).toEqual({ 'sticky-bar': 'visible', 'second-bar': 'hidden' })
})
test('[BAR-3] one that was closed stays closed when the first comes', () => {
  expect(
    withBar(keys, { 'sticky-bar': 'hidden', 'second-bar': 'closed' }, 'sticky-bar', 'visible'),
  ).toEqual({ 'sticky-bar': 'visible', 'second-bar': 'closed' })
})

function setUp({ broken = false } = {}) {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
  const visit = openSafeStorage(() => {
    if (broken) throw new DOMException('forbidden', 'SecurityError')
    return storage as unknown as Storage
  })
  const world = { joined: false, counted: [] as string[] }
  const open = () =>
    openBarPlace({
      keys,
      safeStorage: visit,
      hasJoined: () => world.joined,
      count: (what, key) => void world.counted.push(`${what} ${key}`),
    })
  return { world, place: open(), reload: open }
}

describe('the place of the bars', () => {
  test('[DASH-9] a bar is counted as shown when it opens, and as closed when the visitor closes it before a sign-up', () => {
    const { place, world } = setUp()
    place.ask('second-bar')
    place.ask('sticky-bar')
    place.fold('sticky-bar')
    place.close('sticky-bar')
    place.ask('second-bar')
    world.joined = true
    place.close('second-bar')
    expect(world.counted).toEqual([
      'shown second-bar',
      'shown sticky-bar',
      'closed sticky-bar',
      'shown second-bar',
    ])
  })

  test('[BAR-1] hidden, visible, minimized, restored, closed', () => {
    const { place } = setUp()
    const seen = [place.read()['sticky-bar']]
    for (const act of [
      () => place.ask('sticky-bar'),
      () => place.fold('sticky-bar'),
      () => place.fold('sticky-bar'),
      () => place.close('sticky-bar'),
    ]) {
      act()
      seen.push(place.read()['sticky-bar'])
    }
    expect(seen).toEqual(['hidden', 'visible', 'minimized', 'visible', 'closed'])
  })

  test.each([
    ['kept', false],
    ['broken', true],
  ])('[BAR-1] closed, it does not come again in this visit, storage %s', (_, broken) => {
    const { place } = setUp({ broken })
    place.ask('sticky-bar')
    place.close('sticky-bar')
    expect([place.ask('sticky-bar'), place.read()['sticky-bar']]).toEqual([
      { refused: 'dismissed' },
      'closed',
    ])
  })

  test('[BAR-1] a page loaded anew belongs to the same visit', () => {
    const { place, reload } = setUp()
    place.close('second-bar')
    const later = reload()
    expect([later.ask('second-bar'), later.ask('sticky-bar')]).toEqual([
      { refused: 'dismissed' },
      granted,
    ])
  })

  test('[BAR-1] what is not there cannot be folded or hidden', () => {
    const { place } = setUp()
    place.fold('sticky-bar')
    place.hide('second-bar')
    expect(place.read()).toEqual({ 'sticky-bar': 'hidden', 'second-bar': 'hidden' })
  })
})
