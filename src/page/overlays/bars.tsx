import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { useRestoreFocus } from '#page/browser/use-restore-focus.ts'
import { hasJoined, lastSignup } from '#page/signup/joined.ts'
import { usePausableTimeout } from '#page/ui/use-pausable-timeout.ts'
import '#page/styles/bars.css'
import { useBarAttribute, useBarHeight, useInitialState } from './bar-height.ts'
import { bars } from './bar-list.ts'
import type { OpenOverlay } from './overlay-coordinator.ts'
import type { Bar, BarsProps } from './overlay.ts'
import { pageOverlays } from './page-overlays.ts'

/** FORM-9: how long a bar shows its welcome panel. */
const welcomeMs = 5_000

const { slots, hide, close, toggleMinimized } = pageOverlays

/** The bar that is open at the bottom edge of the window, if any. */
export function Bars(props: BarsProps) {
  const open = useSyncExternalStore(slots.bar.subscribe, slots.bar.read, () => null)
  useEffect(() => {
    const stops = bars.map((bar) => bar.watch(pageOverlays))
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
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
  useBarAttribute(box, bar, state)
  useBarHeight(box)
  useInitialState(box, () => toggleMinimized(bar))
  const quiet = useFormButtonInWindow()
  const joined = useSyncExternalStore(lastSignup.subscribe, lastSignup.read, () => null)
  const [before, setBefore] = useState(joined)
  const succeeded = joined !== before
  const elsewhere = joined?.section !== bar.key
  useEffect(() => {
    if (succeeded && elsewhere) hide(bar)
  }, [succeeded, elsewhere, bar])
  const hold = usePausableTimeout(succeeded && !elsewhere ? welcomeMs : null, () => hide(bar))
  const onClose = () => {
    close(bar, hasJoined(safeStorage))
    if (!joined) bar.onClosed?.(props)
  }
  return (
    <div ref={box} {...hold}>
      <bar.View
        {...props}
        state={state}
        quiet={quiet}
        onAnother={() => setBefore(joined)}
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
