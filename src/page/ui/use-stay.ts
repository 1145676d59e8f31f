import {
  useEffectEvent,
  useLayoutEffect,
  useState,
  type FocusEvent,
  type PointerEvent,
} from 'react'

type On = (event: PointerEvent) => boolean

/** Calls once it has stood for `ms` (null: not yet) without being under the pointer or holding the focus of a control. Counted from when it is drawn. */
export function useStay(ms: number | null, act: () => void, isOn?: On) {
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
 * Whether the pointer was moved on it, or the focus on one of its controls: what comes up under a pointer at rest is not held by that.
 * A heading holds the focus only to be read. `isOn` is for
 * what gets the pointer beside its box too, as a dialog does.
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
