import { expect, test } from 'vitest'
import { farPx, staysMs, wayAfter, wayAtStart, type WayEvent } from './back-to-top.ts'

const to = (scrollPx: number): WayEvent => ({ type: 'scrolled', scrollPx })
const led: WayEvent = { type: 'led' }
const moved: WayEvent = { type: 'moved' }
const atTop = (...events: WayEvent[]) => events.reduce(wayAfter, wayAtStart).atTop

test.each<[string, boolean, WayEvent[]]>([
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
  ['still there when told twice', true, [to(800), to(0), to(0)]],
  ['brought there by a link', false, [to(800), moved, led, to(400), to(0)]],
  ['brought near by a link, the rest by hand', false, [to(800), led, to(120), moved, to(0)]],
  ['brought further down by a link, back by hand', true, [to(800), led, to(2_000), moved, to(0)]],
  [
    'back by hand after a link had brought there before',
    true,
    [to(800), led, to(0), moved, to(700), to(0)],
  ],
])('[POP-4] %s: %s', (_, back, events) => expect(atTop(...events)).toBe(back))

test('[POP-4] far is 300 px down, and back at the top one stays for two seconds', () =>
  expect([farPx, staysMs]).toEqual([300, 2_000]))
