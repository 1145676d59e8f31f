import { expect, test } from 'vitest'
import { createSectionViews, isViewed, viewed } from './section-views.ts'

test('[TRACK-3] the share is a half, the bottom margin a tenth', () =>
  expect(viewed).toEqual({ share: 0.5, bottomMarginPercent: 10 }))

test.each([
  ['a short section, a pixel less than half', 199, 400, 720, false],
  ['a short section, half', 200, 400, 720, true],
  ['one as tall as the window, half', 360, 720, 720, true],
  ['a taller one that fills less than half the window', 359, 2_000, 720, false],
  ['a taller one that fills half the window', 360, 2_000, 720, true],
  ['a hairline, half', 1, 2, 720, true],
  ['one of no height', 0, 0, 720, false],
  ['one out of sight', 0, 400, 720, false],
])('[TRACK-3] %s', (_, visiblePx, sectionPx, windowPx, is) =>
  expect(isViewed({ visiblePx, sectionPx, windowPx })).toBe(is),
)

test('[TRACK-3] the share can be another one', () => {
  const sizes = { visiblePx: 100, sectionPx: 400, windowPx: 720 }
  expect([isViewed(sizes, 0.25), isViewed(sizes, 0.26)]).toEqual([true, false])
})

/** What the observer tells of a section of 400 px in a window of 720 px. */
const entryOf = (name: string, visiblePx: number) => ({
  target: elements[name]!,
  intersectionRect: { height: visiblePx } as DOMRect,
  boundingClientRect: { height: 400 } as DOMRect,
  rootBounds: { height: 720 } as DOMRect,
})
const elements: Record<string, Element> = { proof: {} as Element, video: {} as Element }

test('[TRACK-3] a section is viewed once, however many entries one or several deliveries hold', () => {
  const calls: Element[] = []
  const onEntries = createSectionViews((section) => void calls.push(section))
  onEntries([entryOf('proof', 100), entryOf('proof', 240), entryOf('proof', 260)])
  onEntries([entryOf('proof', 400), entryOf('video', 199)])
  expect(calls).toEqual([elements['proof']])
  onEntries([entryOf('video', 0), entryOf('video', 200), entryOf('video', 300)])
  expect(calls).toEqual([elements['proof'], elements['video']])
})
