import { useEffect, useEffectEvent, useState, type FocusEvent } from 'react'

/** Calls once it has stood for `ms` (null: not yet) without being under the pointer or holding the focus of a control. */
export function useStay(ms: number | null, act: () => void) {
  const { held, hold } = useHold()
  const end = useEffectEvent(act)
  useEffect(() => {
    if (held || ms === null) return
    const timer = setTimeout(() => end(), ms)
    return () => clearTimeout(timer)
  }, [held, ms])
  return hold
}

/** Whether the pointer is on it, or the focus on one of its controls. A heading holds the focus only to be read. */
export function useHold() {
  const [under, setUnder] = useState(false)
  const [focused, setFocused] = useState(false)
  return {
    held: under || focused,
    hold: {
      onPointerEnter: () => setUnder(true),
      onPointerLeave: () => setUnder(false),
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches('a, button, input')),
      onBlur: () => setFocused(false),
    },
  }
}
