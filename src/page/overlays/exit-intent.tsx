import type { Campaign } from '#contract/campaign/campaign.ts'
import { grouped } from '#page/browser/numbers.ts'
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
  { sections: { exit: words } }: Campaign,
  { at, said }: OffersNow,
): OfferCopy | null {
  const { isOver, left, most } = at('exit')
  const [title, cta] = words ? [said(words.title), said(words.cta)] : []
  if (!words || isOver || !title || !cta) return null
  return {
    lead: words.ref,
    title,
    cta,
    terms: [
      ...words.terms.flatMap(({ name, value }): OfferCopy['terms'] => {
        const [filled, number] = [said(name), said(value)]
        return filled === null || number === null ? [] : [[filled, number]]
      }),
      ...(left
        ? [[left] as const]
        : most
          ? [[words.valid, `${grouped(most)} ${words.validUnit}`] as const]
          : []),
    ],
  }
}
