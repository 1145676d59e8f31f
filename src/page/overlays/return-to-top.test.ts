import { expect, test } from 'vitest'
import {
  initialScroll,
  minScrollPx,
  nextScroll,
  stayMs,
  type ScrollInput,
} from './return-to-top.ts'

const to = (scrollPx: number): ScrollInput => ({ type: 'scroll', scrollPx })
const link: ScrollInput = { type: 'link' }
const visitor: ScrollInput = { type: 'visitor' }
const atTop = (...inputs: ScrollInput[]) => inputs.reduce(nextScroll, initialScroll).atTop

test.each<[string, boolean, ScrollInput[]]>([
  ['never having scrolled', false, [to(0)]],
  ['300 px down and back', false, [to(300), to(0)]],
  ['301 px down and back', true, [to(301), to(0)]],
  [
    'down in hundreds of steps and back',
    true,
    [...Array.from({ length: 400 }, (_, step) => to(step * 10)), to(0)],
  ],
  ['back, but not quite', false, [to(800), to(1)]],
  ['back and past the edge, as a phone bounces', true, [to(800), to(-20)]],
  ['back and a little down again', false, [to(800), to(0), to(4)]],
  ['back, a little down, and back', false, [to(800), to(0), to(40), to(0)]],
  ['back, and far down again, and back', true, [to(800), to(0), to(900), to(0)]],
  ['still at the top after a second scroll event', true, [to(800), to(0), to(0)]],
  ['scrolled there by a link', false, [to(800), visitor, link, to(400), to(0)]],
  ['scrolled near by a link, the rest by hand', false, [to(800), link, to(120), visitor, to(0)]],
  [
    'scrolled further down by a link, back by hand',
    true,
    [to(800), link, to(2_000), visitor, to(0)],
  ],
  [
    'back by hand after a link had scrolled there before',
    true,
    [to(800), link, to(0), visitor, to(700), to(0)],
  ],
])('[POP-4] %s: %s', (_, returned, inputs) => expect(atTop(...inputs)).toBe(returned))

test('[POP-4] the page must be scrolled over 300 px, and stay at the top for two seconds', () =>
  expect([minScrollPx, stayMs]).toEqual([300, 2_000]))
