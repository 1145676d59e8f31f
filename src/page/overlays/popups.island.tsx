import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { useRootAttribute } from '#page/browser/use-root-attribute.ts'
import { useNewSignup, welcomeMs } from '#page/signup/joined.ts'
import { usePausableTimeout } from '#page/ui/use-pausable-timeout.ts'
import { growVideo } from './grow-video.ts'
import {
  asOneStop,
  type OffersNow,
  type Popup,
  type PopupForm,
  type PopupViewProps,
} from './overlay.ts'
import { pageOverlays } from './page-overlays.ts'
import { popups } from './popup-list.ts'
import { popupRefusal } from './popup-refusal.ts'
import { syncDialogs } from './sync-dialogs.ts'
import { isInside, useModal } from './use-modal.ts'

const { slots, popupKey, request, close, dismiss } = pageOverlays

export type PopupsProps = { copy: Record<string, unknown>; form: PopupForm }

/** On the server: the copy of each popup that the campaign has, by key. */
export const popupCopy = (campaign: Campaign, offers: OffersNow) =>
  Object.fromEntries(
    popups.flatMap(({ key, copyOf }) => {
      const copy = copyOf?.(campaign, offers)
      return copy ? [[key, copy]] : []
    }),
  )

/**
 * POP-1: draws the open popup, and the last one after it has closed, so that its closing is
 * animated.
 */
export function Popups({ copy, form }: PopupsProps) {
  const active = useSyncExternalStore(slots.popup.subscribe, popupKey, () => undefined)
  const [last, setLast] = useState(active)
  if (active && active !== last) setLast(active)
  useRootAttribute('data-popup', active !== undefined)
  useEffect(
    () =>
      asOneStop([
        syncDialogs(document, popups, pageOverlays),
        growVideo(document),
        ...popups
          .filter(({ key }) => key in copy)
          .map((popup) => popup.watch?.(() => void request(popup, popupRefusal(popup)))),
      ]),
    [copy],
  )
  const shown = popups.find(({ key, View }) => key === last && View)
  return (
    shown && (
      <ShownPopup
        key={shown.key}
        popup={shown}
        open={shown.key === active}
        copy={copy[shown.key]}
        form={form}
      />
    )
  )
}

type ShownPopupProps = PopupViewProps<unknown> & { popup: Popup; open: boolean }

function ShownPopup({ popup, form, ...props }: ShownPopupProps) {
  const box = useRef<HTMLDivElement>(null)
  useModal(box, props.open)
  const { signup, onAnother } = useNewSignup()
  const succeeded = signup?.section === popup.key
  useEffect(() => {
    if (succeeded) dismiss(popup)
  }, [succeeded, popup])
  const hold = usePausableTimeout(
    succeeded ? welcomeMs : null,
    () => close(popup, true),
    ({ target, currentTarget, clientX, clientY }) =>
      (target as Element).closest('.toast') !== null ||
      isInside(currentTarget.querySelector('dialog'), { clientX, clientY }),
  )
  return (
    <div ref={box} {...hold}>
      {popup.View && <popup.View {...props} form={{ ...form, onAnother }} />}
    </div>
  )
}
