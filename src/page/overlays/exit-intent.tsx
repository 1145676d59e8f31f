import type { Campaign } from '#contract/campaign/campaign.ts'
import { fill, grouped } from '#contract/text.ts'
import { onMouseExit } from './on-mouse-exit.ts'
import { OfferPopup, type OfferCopy } from './offer-popup.tsx'
import { popup, type OffersNow } from './overlay.ts'

/** POP-3: the early-bird discount, the bonuses, and the number of registrations that get them. */
export const exitIntent = popup<OfferCopy>({
  key: 'exit-intent',
  slot: 'popup',
  openedBy: 'page',
  dismissal: 'permanent',
  phasedAs: 'exit-intent',
  copyOf,
  watch: (request) => onMouseExit(document, { onExit: request, onEnter() {} }),
  View: (props) => <OfferPopup section="exit-intent" {...props} />,
})

function copyOf(
  { offers: { exit: offer }, sections: { exit: words } }: Campaign,
  { isOffered, left }: OffersNow,
): OfferCopy | null {
  if (!words || !isOffered('exit')) return null
  const filled = (text: string) => fill(text, { n: offer.discountPercent })
  const leftNow = left('exit')
  return {
    lead: words.ref,
    title: filled(words.title),
    cta: filled(words.cta),
    terms: [
      [words.discount, `${offer.discountPercent}%`],
      [words.bonus, `€${grouped(offer.bonusEuro)}`],
      leftNow ? [leftNow] : [words.valid, `${grouped(offer.most)} ${words.validUnit}`],
    ],
  }
}
