import { createStore } from '#page/browser/store.ts'
import type { SafeStorage } from '#page/browser/safe-storage.ts'

/** BAR-1: hidden → visible → minimized or closed. */
export type BarState = 'hidden' | 'visible' | 'minimized' | 'closed'
export type Bars = Readonly<Record<string, BarState>>

export type BarRefusal = 'standing' | 'dismissed' | 'joined'
export type BarAnswer = { granted: true } | { refused: BarRefusal }

export const stands = (state: BarState | undefined): boolean =>
  state === 'visible' || state === 'minimized'

type Situation = { dismissed: boolean; joined: boolean }

/** A bar is refused by one that stands before it in the list, or by itself. `keys` is that order. */
export function answerToBar(
  keys: readonly string[],
  bars: Bars,
  key: string,
  { dismissed, joined }: Situation,
): BarAnswer {
  if (dismissed) return { refused: 'dismissed' }
  if (joined) return { refused: 'joined' }
  const sooner = keys.slice(0, keys.indexOf(key) + 1)
  return sooner.some((other) => stands(bars[other])) ? { refused: 'standing' } : { granted: true }
}

/** One that comes sends away those after it in the list. */
export function withBar(keys: readonly string[], bars: Bars, key: string, state: BarState): Bars {
  const later = stands(state)
    ? keys.slice(keys.indexOf(key) + 1).filter((other) => stands(bars[other]))
    : []
  return {
    ...bars,
    ...Object.fromEntries(later.map((other) => [other, 'hidden' as const])),
    [key]: state,
  }
}

type World = {
  keys: readonly string[]
  safeStorage: SafeStorage
  hasJoined: () => boolean
  count: (what: 'shown' | 'closed', key: string) => void
}

/** The place at the window's bottom edge, where one bar stands at a time. What was closed there stays closed for the visit. */
export function openBarPlace({ keys, safeStorage, hasJoined, count }: World) {
  const mark = (key: string) => `ascend.closed:${key}`
  const store = createStore<Bars>(Object.fromEntries(keys.map((key) => [key, 'hidden'])))
  const write = (key: string, state: BarState) =>
    store.write(withBar(keys, store.read(), key, state))
  return {
    read: store.read,
    subscribe: store.subscribe,
    ask(key: string): BarAnswer {
      const answer = answerToBar(keys, store.read(), key, {
        dismissed: safeStorage.get(mark(key)) !== null,
        joined: hasJoined(),
      })
      if ('granted' in answer) {
        count('shown', key)
        write(key, 'visible')
      }
      return answer
    },
    /** The visitor folds it, or opens it again. */
    fold(key: string) {
      if (stands(store.read()[key]))
        write(key, store.read()[key] === 'visible' ? 'minimized' : 'visible')
    },
    /** Goes without having been dismissed, and may come again. */
    hide(key: string) {
      if (stands(store.read()[key])) write(key, 'hidden')
    },
    close(key: string) {
      if (!hasJoined()) count('closed', key)
      safeStorage.set(mark(key), '1')
      write(key, 'closed')
    },
  }
}

export type BarPlace = ReturnType<typeof openBarPlace>
