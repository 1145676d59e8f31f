import type { ComponentType } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import type { SignupFormProps } from '#page/signup/signup-form.island.tsx'
import type { PopupRule } from './popup-coordinator.ts'

/** What a popup's view gets: its own words and what a form in it needs. */
export type PopupProps<Copy> = { copy: Copy; form: PopupForm; open?: PopupOpen | undefined }

/** `modal`: opened by script, with the page's notices in it, since what is behind it is inert. `still`: drawn open, for the contact sheet. */
export type PopupOpen = 'modal' | 'still'
export type PopupForm = Pick<SignupFormProps, 'placeholder' | 'served' | 'onAnother'>

/** A popup: its rule, its words, how it comes to be asked for, and its view. A dialog that stands in the page by itself has a rule alone. */
export type PopupEntry<Copy = unknown> = PopupRule & {
  /** on the server: what travels with the page; null where the campaign leaves it out, and then it never asks */
  copyOf?: (campaign: Campaign) => Copy | null
  /** asks at its moment; returns how to stop */
  watch?: (ask: () => void) => () => void
  View?: ComponentType<PopupProps<Copy>>
}

/** Each copy meets its own view alone, so the list need not know their types. */
export const popup = <Copy>(entry: PopupEntry<Copy>) => entry as unknown as PopupEntry
