import { onMouseExit } from './on-mouse-exit.ts'
import { OfferPopup, type OfferCopy } from './offer-popup.tsx'
import { asOneStop, popup } from './overlay.ts'
import { onReturnToTop } from './return-to-top.ts'

/** POP-4: opens when the mouse has been outside for this long. */
const outsideForMs = 100

/**
 * POP-4: opens when the mouse leaves through the top, or when the visitor returns to the top of the
 * page.
 */
export const exitIntentSecond = popup<OfferCopy>({
  key: 'exit-intent-second',
  slot: 'popup',
  openedBy: 'page',
  dismissal: 'permanent',
  copyOf: ({ sections: { stay } }, { saidWithLeft }) =>
    stay && {
      title: stay.title,
      cta: stay.cta,
      terms: stay.items.flatMap((item) => {
        const text = saidWithLeft(item)
        return text === null ? [] : [[text] as const]
      }),
    },
  watch,
  View: (props) => <OfferPopup section="exit-intent-second" {...props} />,
})

function watch(request: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  const onExit = (outsideMs: number) => {
    cancel()
    if (outsideMs >= outsideForMs) request()
    else timer = setTimeout(request, outsideForMs - outsideMs)
  }
  return asOneStop([
    cancel,
    onMouseExit(document, { onExit, onEnter: cancel }),
    onReturnToTop(document, request),
  ])
}
