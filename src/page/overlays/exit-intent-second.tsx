import { fill, grouped } from '#contract/text.ts'
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
  copyOf: ({ offers: { mysteryReward }, sections: { stay } }, { isOffered, left }) => {
    const rewardText = (item: string) => {
      const [text, leftNow] = [
        fill(item, { n: grouped(mysteryReward.most) }),
        left('mysteryReward'),
      ]
      return leftNow ? `${text}. ${leftNow}` : text
    }
    return (
      stay && {
        title: stay.title,
        cta: stay.cta,
        // The items with a number of rewards name the mystery reward.
        terms: stay.items
          .filter((item) => !item.includes('{n}') || isOffered('mysteryReward'))
          .map((item) => [item.includes('{n}') ? rewardText(item) : item]),
      }
    )
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
