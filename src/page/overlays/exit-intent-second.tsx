import { grouped } from '#contract/figures.ts'
import { watchTop } from './back-to-top.ts'
import { leaves } from './leaving.ts'
import { Offer, type OfferCopy } from './offer.tsx'
import { popup } from './popup-entry.ts'

/** POP-4: after the mouse left through the top, unless it comes back within this time. */
const leftMs = 100

/** POP-4 */
export const exitIntentSecond = popup<OfferCopy>({
  key: 'exit-intent-second',
  askedBy: 'page',
  dismissal: 'lasts',
  copyOf: ({ offers, sections: { stay } }) =>
    stay && {
      title: stay.title,
      cta: stay.cta,
      terms: stay.items.map((item) => [item.replace('{n}', grouped(offers.mysteryReward.most))]),
    },
  watch,
  View: (props) => <Offer section="exit-intent-second" {...props} />,
})

function watch(ask: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => clearTimeout(timer)
  const left = (outMs: number) => {
    wait()
    if (outMs >= leftMs) ask()
    else timer = setTimeout(ask, leftMs - outMs)
  }
  const stops = [wait, leaves.follow({ left, back: wait }), watchTop(document, ask)]
  return () => {
    for (const stop of stops) stop()
  }
}
