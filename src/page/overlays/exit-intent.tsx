import type { Campaign } from '#contract/campaign.ts'
import { grouped } from '#contract/figures.ts'
import { leaves } from './leaving.ts'
import { Offer, type OfferCopy } from './offer.tsx'
import { popup } from './popup-entry.ts'

/** POP-3: the early-bird discount, what comes with it, and for how many. */
export const exitIntent = popup<OfferCopy>({
  key: 'exit-intent',
  askedBy: 'page',
  dismissal: 'lasts',
  phasedAs: 'exit-intent',
  copyOf,
  watch: (ask) => leaves.follow({ left: ask, back() {} }),
  View: (props) => <Offer section="exit-intent" {...props} />,
})

function copyOf({
  offers: { exit: offer },
  sections: { exit: words },
}: Campaign): OfferCopy | null {
  if (!words) return null
  const filled = (text: string) => text.replace('{n}', String(offer.discountPercent))
  return {
    lead: words.ref,
    title: filled(words.title),
    cta: filled(words.cta),
    terms: [
      [words.discount, `${offer.discountPercent}%`],
      [words.bonus, `€${grouped(offer.bonusEuro)}`],
      [words.valid, `${grouped(offer.most)} ${words.validUnit}`],
    ],
  }
}
