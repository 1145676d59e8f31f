import type { ComponentType } from 'react'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { OfferPlace } from '#contract/campaign/offers.ts'
import type { SignupFormProps } from '#page/signup/signup-form.island.tsx'
import type { Overlay, OverlayCoordinator } from './overlay-coordinator.ts'
import type { ServedFigure } from '#page/figures/show-figures.ts'

/**
 * A popup: its rule, its copy, its trigger and its view. The dialogs of the quiz and the video are
 * drawn elsewhere.
 */
export type Popup<Copy = unknown> = Overlay & {
  slot: 'popup'
  /**
   * Selects the copy that travels with the page, by what is left of the campaign's offers. Null
   * where the campaign leaves the popup out, or its offer is over (LIVE-5); then it never opens.
   */
  copyOf?: (campaign: Campaign, offers: OffersNow) => Copy | null
  /** The popup's trigger: calls `request` when it should open. Returns a function that stops it. */
  watch?: (request: () => void) => () => void
  View?: ComponentType<PopupViewProps<Copy>>
}

/** LIVE-5: what popups say of the campaign's offers at this moment. */
export type OffersNow = {
  /** the text with its blanks filled in; null if it names an offer that is over or that is not there */
  said: (text: string) => string | null
  /** the same with what is left of the offers that it names, where that is counted */
  saidWithLeft: (text: string) => string | null
  /** of the offer in this place: whether it is over, what is left of it, and how many pieces it has */
  at: (place: OfferPlace) => { isOver: boolean; left: string | null; most: number | null }
}

export type PopupViewProps<Copy> = { copy: Copy; form: PopupForm; open?: boolean | undefined }

export type PopupForm = Pick<SignupFormProps, 'placeholder' | 'served' | 'onAnother'>

/**
 * Hides the type of the copy, so that popups fit in one list: each view gets only the copy that its
 * own `copyOf` selected.
 */
export const popup = <Copy>(declaration: Popup<Copy>) => declaration as unknown as Popup

/** A bar: its rule, its trigger and its view. */
export type Bar = Overlay & {
  slot: 'bar'
  /** Requests and hides the bar at its moments. Returns a function that stops it. */
  watch: (coordinator: OverlayCoordinator) => () => void
  /** called when the visitor closes the bar, before it goes, unless they had signed up */
  onClosed?: (props: BarsProps) => void
  View: ComponentType<BarViewProps>
}

/** The props that the page sends to the browser for all bars. */
export type BarsProps = {
  /** LIVE-4: when a live number was counted, with the words before and after that time */
  words: NonNullable<Campaign['sections']['bars']> & {
    asOf?: readonly [before: string, time: string, after: string]
  }
  /** null: the bar names no number of spots */
  spots: ServedFigure | null
  served: SignupFormProps['served']
}

export type BarViewProps = BarsProps & {
  state: 'visible' | 'minimized'
  /**
   * the main button of one of the page's forms is in the window, so that the bar's own is drawn as
   * a line
   */
  quiet?: boolean
  onAnother?: () => void
  onMinimize?: () => void
  onClose?: () => void
}

/** One function that stops all of them. */
export const asOneStop = (stops: readonly ((() => void) | undefined)[]) => () => {
  for (const stop of stops) stop?.()
}
