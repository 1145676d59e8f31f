import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { safeStorage, safeSessionStorage } from '#page/browser/safe-storage.ts'
import { useRestoreFocus } from '#page/browser/use-restore-focus.ts'
import { hasJoined, lastSignup } from '#page/signup/joined-mark.ts'
import { count } from '#page/tracking/track.ts'
import { useStay } from '#page/ui/use-stay.ts'
import '#page/styles/bars.css'
import type { BarEntry, BarsProps } from './bar-entry.ts'
import { bars } from './bar-list.ts'
import { openBarPlace, stands, type Bars as BarStates, type BarState } from './bar-coordinator.ts'
import { useBarHeight, useFirstFold } from './use-bar-height.ts'

/** FORM-9: how long a bar shows its panel. */
const readMs = 5_000

const place = openBarPlace({
  keys: bars.map(({ key }) => key),
  safeStorage: safeSessionStorage,
  hasJoined: () => hasJoined(safeStorage),
  count,
})
const none: BarStates = {}

/** The bar that stands at the window's bottom edge, if any. */
export function Bars(props: BarsProps) {
  const states = useSyncExternalStore(place.subscribe, place.read, () => none)
  useEffect(() => {
    const stops = bars.map((bar) => bar.watch(place))
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  const bar = bars.find(({ key }) => stands(states[key]))
  return bar && <Standing key={bar.key} bar={bar} state={states[bar.key]!} {...props} />
}

/** FORM-9: after a sign-up in it, its panel stands for a while; after one elsewhere it goes without a word. */
function Standing({
  bar,
  state,
  served,
  ...props
}: BarsProps & { bar: BarEntry; state: BarState }) {
  const box = useRef<HTMLDivElement>(null)
  useRestoreFocus(box)
  useBarHeight(box)
  useFirstFold(box, () => place.fold(bar.key))
  const joined = useSyncExternalStore(lastSignup.subscribe, lastSignup.read, () => null)
  const [again, setAgain] = useState(joined)
  const succeeded = joined !== again
  const elsewhere = joined?.section !== bar.key
  useEffect(() => {
    if (succeeded && elsewhere) place.hide(bar.key)
  }, [succeeded, elsewhere, bar.key])
  const hold = useStay(succeeded && !elsewhere ? readMs : null, () => place.hide(bar.key))
  const close = () => {
    place.close(bar.key)
    if (!joined) bar.closed?.({ served, ...props })
  }
  return (
    <div ref={box} {...hold}>
      <bar.View
        state={state}
        {...props}
        form={{ served, onAnother: () => setAgain(joined) }}
        onFold={() => place.fold(bar.key)}
        onClose={close}
      />
    </div>
  )
}
