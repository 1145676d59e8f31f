import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { useRestoreFocus } from '#page/browser/use-restore-focus.ts'
import { hasJoined, lastSignup, useNewSignup, welcomeMs } from '#page/signup/joined.ts'
import { usePausableTimeout } from '#page/ui/use-pausable-timeout.ts'
import '#page/styles/bars.css'
import { useBarHeight, useInitialState } from './bar-height.ts'
import { bars } from './bar-list.ts'
import type { OpenOverlay } from './overlay-coordinator.ts'
import { asOneStop, type Bar, type BarsProps } from './overlay.ts'
import { pageOverlays } from './page-overlays.ts'

const { slots, hide, close, toggleMinimized } = pageOverlays

/** The bar that is open at the bottom edge of the window, if any. */
export function Bars(props: BarsProps) {
  const open = useSyncExternalStore(slots.bar.subscribe, slots.bar.read, () => null)
  useEffect(() => asOneStop(bars.map((bar) => bar.watch(pageOverlays))), [])
  const bar = bars.find(({ key }) => key === open?.overlay.key)
  return open && bar && <OpenBar key={bar.key} bar={bar} state={open.state} {...props} />
}

type OpenBarProps = BarsProps & { bar: Bar; state: OpenOverlay['state'] }

/**
 * FORM-9: after a sign-up in the bar, its welcome panel stays for a while. After a sign-up
 * elsewhere the bar just closes.
 */
function OpenBar({ bar, state, ...props }: OpenBarProps) {
  const box = useRef<HTMLDivElement>(null)
  useRestoreFocus(box)
  useBarHeight(box)
  useInitialState(box, () => toggleMinimized(bar))
  const quiet = useFormButtonInWindow()
  const { signup, onAnother } = useNewSignup()
  const elsewhere = signup && signup.section !== bar.key
  useEffect(() => {
    if (elsewhere) hide(bar)
  }, [elsewhere, bar])
  const hold = usePausableTimeout(signup && !elsewhere ? welcomeMs : null, () => hide(bar))
  const onClose = () => {
    if (!lastSignup.read()) bar.onClosed?.(props)
    close(bar, hasJoined(safeStorage))
  }
  return (
    <div ref={box} {...hold}>
      <bar.View
        {...props}
        state={state}
        quiet={quiet}
        onAnother={onAnother}
        onMinimize={() => toggleMinimized(bar)}
        onClose={onClose}
      />
    </div>
  )
}

/** Whether the main button of one of the page's own forms is in the window. */
function useFormButtonInWindow(): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const inWindow = new Set<Element>()
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries)
        inWindow[isIntersecting ? 'add' : 'delete'](target)
      setSeen(inWindow.size > 0)
    })
    for (const button of document.querySelectorAll('main .form .btn')) observer.observe(button)
    return () => observer.disconnect()
  }, [])
  return seen
}
