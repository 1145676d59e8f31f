import {
  useEffectEvent,
  useLayoutEffect,
  useState,
  type FocusEvent,
  type PointerEvent,
} from 'react'

type On = (event: PointerEvent) => boolean

/**
 * Calls once it has stood for `ms` (null: not yet) without being under the pointer or holding the
 * focus of a control. Counted from when it is drawn.
 */
export function usePausableTimeout(ms: number | null, act: () => void, isOn?: On) {
  const { held, hold } = useHold(isOn)
  const end = useEffectEvent(act)
  useLayoutEffect(() => {
    if (held || ms === null) return
    const timer = setTimeout(() => end(), ms)
    return () => clearTimeout(timer)
  }, [held, ms])
  return hold
}

/**
 * Whether the pointer moved over the element, or one of its controls has the focus. An element that
 * appears under a resting pointer does not count, nor does a heading that has the focus only to be
 * read. `isOn` is for elements that also get the pointer beside their box, as dialogs do.
 */
export function useHold(isOn?: On) {
  const [under, setUnder] = useState(false)
  const [focused, setFocused] = useState(false)
  const look = (event: PointerEvent) => setUnder(isOn?.(event) ?? true)
  return {
    held: under || focused,
    hold: {
      onPointerMove: look,
      onPointerLeave: () => setUnder(false),
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches('a, button, input')),
      onBlur: () => setFocused(false),
    },
  }
}
