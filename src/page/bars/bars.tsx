import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { shelf, visitShelf } from '#page/browser/shelf.ts'
import { useFocusBack } from '#page/browser/use-focus-back.ts'
import { hasJoined, justJoined } from '#page/capture/joined-flag.ts'
import { useStay } from '#page/ui/use-stay.ts'
import '#page/styles/bars.css'
import type { BarEntry, BarsProps } from './bar-entry.ts'
import { bars } from './bar-list.ts'
import { openBarPlace, stands, type Bars as BarStates, type BarState } from './bar-place.ts'
import { firstBar } from './first-bar.tsx'
import { useBarHeight, useFirstFold } from './use-bar-height.ts'

/** FORM-9: how long an open bar shows the welcome. */
const readMs = 5_000

const place = openBarPlace({ keys: bars.map(({ key }) => key), shelf: visitShelf, hasJoined: () => hasJoined(shelf) })
const none: BarStates = {}

/** The bar that stands at the window's bottom edge, if any. */
export function Bars(props: BarsProps) {
  const states = useSyncExternalStore(place.subscribe, place.read, () => none)
  useEffect(() => {
    const stops = bars.map((bar) => bar.watch(place))
    return () => { for (const stop of stops) stop() }
  }, [])
  const bar = bars.find(({ key }) => stands(states[key]))
  return bar && <Standing key={bar.key} bar={bar} state={states[bar.key]!} {...props} />
}

/** After a sign-up anywhere on the page it shows the welcome, whichever bar it is, and goes. */
function Standing({ bar, state, served, ...props }: BarsProps & { bar: BarEntry; state: BarState }) {
  const box = useRef<HTMLDivElement>(null)
  useFocusBack(box)
  useBarHeight(box)
  useFirstFold(box, () => place.fold(bar.key))
  const joined = useSyncExternalStore(justJoined.subscribe, justJoined.read, () => null)
  const [again, setAgain] = useState(joined)
  const [elsewhere, setElsewhere] = useState(joined)
  if (joined && joined.section !== 'sticky-bar' && joined !== elsewhere) setElsewhere(joined)
  const hold = useStay(joined === again ? null : readMs, () => place.hide(bar.key))
  const { View } = elsewhere ? firstBar : bar
  const view = elsewhere ? { state: 'welcome', email: elsewhere.email, again: '/' } as const : served.view
  const close = () => {
    place.close(bar.key)
    if (!joined) bar.closed?.({ served, ...props })
  }
  return (
    <div ref={box} {...hold}>
      <View
        key={elsewhere?.email} state={state} {...props} form={{ served: { ...served, view }, onAnother: () => setAgain(joined) }}
        onFold={() => place.fold(bar.key)} onClose={close}
      />
    </div>
  )
}
