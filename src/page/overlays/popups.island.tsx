import { useEffect, useRef, useState, useSyncExternalStore, type ComponentType } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import { useRootAttribute } from '#page/browser/use-root-attribute.ts'
import { lastSignup } from '#page/signup/joined-mark.ts'
import { useStay } from '#page/ui/use-stay.ts'
import { followDialogs } from './follow-dialogs.ts'
import type { PopupRule } from './popup-coordinator.ts'
import type { PopupForm, PopupProps } from './popup-entry.ts'
import { popups } from './popup-list.ts'
import { place } from './popups.ts'
import { isInside, useModal } from './use-modal.ts'

/** FORM-9: how long a popup shows its welcome. */
const readMs = 5_000

export type PopupsProps = { copy: Record<string, unknown>; form: PopupForm }

/** On the server: the words of all popups that the campaign has, by key. */
export const popupCopy = (campaign: Campaign) =>
  Object.fromEntries(
    popups.map(({ key, copyOf }) => [key, copyOf?.(campaign)] as const).filter(([, copy]) => copy),
  )

/** POP-1: the popup that holds the place. It stays in the page when it has closed, so that it can go gently. */
export function Popups({ copy, form }: PopupsProps) {
  const active = useSyncExternalStore(place.subscribe, place.read, () => null)
  const [last, setLast] = useState(active)
  if (active && active !== last) setLast(active)
  useRootAttribute('data-popup', active !== null)
  useEffect(() => {
    const stops = [
      followDialogs(document, popups, place),
      ...popups
        .filter(({ key }) => key in copy)
        .map((popup) => popup.watch?.(() => void place.ask(popup))),
    ]
    return () => {
      for (const stop of stops) stop?.()
    }
  }, [copy])
  const shown = popups.find(({ key, View }) => key === last && View)
  return (
    shown?.View && (
      <Standing
        key={shown.key}
        popup={shown}
        View={shown.View}
        open={shown.key === active}
        copy={copy[shown.key]}
        form={form}
      />
    )
  )
}

type StandingProps = {
  popup: PopupRule
  View: ComponentType<PopupProps<unknown>>
  open: boolean
  copy: unknown
  form: PopupForm
}

function Standing({ popup, View, open, copy, form }: StandingProps) {
  const box = useRef<HTMLDivElement>(null)
  useModal(box, open)
  const joined = useSyncExternalStore(lastSignup.subscribe, lastSignup.read, () => null)
  const [again, setAgain] = useState(joined)
  const succeeded = joined !== again && joined?.section === popup.key
  useEffect(() => {
    if (succeeded) place.dismiss(popup)
  }, [succeeded, popup])
  const hold = useStay(
    succeeded ? readMs : null,
    () => place.leave(popup),
    (event) => isInside(event.currentTarget.querySelector('dialog'), event),
  )
  return (
    <div ref={box} {...hold}>
      <View
        copy={copy}
        open={open ? 'modal' : undefined}
        form={{ ...form, onAnother: () => setAgain(joined) }}
      />
    </div>
  )
}
