import { beforeEach, expect, test, vi } from 'vitest'
import { watchMouseExits } from './mouse-exit.ts'
import { onMouseExit } from './on-mouse-exit.ts'

let nowMs = 0
beforeEach(() => {
  nowMs += 60_000
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
})

/** A page without a form in use, on which the mouse and dialogs are moved. */
function openPage() {
  const fields: { value: string }[] = []
  const root = new EventTarget()
  const page = Object.assign(new EventTarget(), {
    documentElement: root,
    activeElement: null,
    querySelectorAll: () => fields,
  }) as unknown as Document
  const calls: string[] = []
  watchMouseExits(page)
  page.dispatchEvent(new Event('close'))
  nowMs += 60_000
  return {
    calls,
    fields,
    exit: (clientY: number) =>
      root.dispatchEvent(Object.assign(new Event('mouseleave'), { clientY })),
    enter: () => root.dispatchEvent(new Event('mouseenter')),
    close: () => page.dispatchEvent(new Event('close')),
    subscribe: () =>
      onMouseExit(page, {
        onExit: (outsideMs) => void calls.push(`exit ${outsideMs}`),
        onEnter: () => void calls.push('return'),
      }),
  }
}

test('[POP-3] an exit through the top edge is reported, one through another edge is not', () => {
  const { calls, subscribe, exit, enter } = openPage()
  subscribe()
  exit(5)
  exit(0)
  enter()
  expect(calls).toEqual(['exit 0', 'return'])
})

test('[POP-4] an exit before the subscription is reported with the time that the mouse is, or was, outside', () => {
  const { calls, subscribe, exit, enter } = openPage()
  exit(-1)
  nowMs += 40
  subscribe()()
  nowMs += 30
  enter()
  nowMs += 830
  enter()
  subscribe()
  expect(calls).toEqual(['exit 40', 'exit 70', 'return'])
})

test('[POP-3] no exit is reported without one, or after unsubscribing', () => {
  const { calls, subscribe, exit, enter } = openPage()
  enter()
  subscribe()()
  exit(0)
  enter()
  expect(calls).toEqual([])
})

test.each<[string, (page: ReturnType<typeof openPage>) => void, string[]]>([
  [
    'is not reported where a form was in use',
    ({ fields, exit }) => (fields.push({ value: 'a' }), exit(0)),
    [],
  ],
  ['is not reported where a dialog closed afterwards', ({ exit, close }) => (exit(0), close()), []],
  [
    'is not reported less than a second after a dialog closed',
    ({ exit, close }) => (close(), (nowMs += 999), exit(0)),
    [],
  ],
  [
    'is reported a second after a dialog closed',
    ({ exit, close }) => (close(), (nowMs += 1_000), exit(0)),
    ['exit 0'],
  ],
])('[POP-1] [POP-5] the exit before the subscription %s', (_, act, reported) => {
  const page = openPage()
  act(page)
  page.subscribe()
  expect(page.calls).toEqual(reported)
})
