import { phases, isBlocked, type Phase } from '#contract/campaign/phases.ts'
import { fieldsInUse } from '#page/browser/fields.ts'
import { currentPhase } from '#page/phases/current-phase.ts'
import { lastSignup } from '#page/signup/joined.ts'
import { closedMs, restMs } from './mouse-exit.ts'
import type { Overlay, Refusal } from './overlay-coordinator.ts'

/** The page as it is when an automatic popup requests to open. */
export type PopupSituation = {
  /** a dialog is open, also one that the coordinator did not open */
  dialogOpen: boolean
  /** a field has the focus or contains text */
  typing: boolean
  phase: Phase
  /** infinite before the first closing */
  msSinceClosed: number
}

/**
 * POP-1, POP-5, PHASE-2: what prevents an automatic popup from opening now, besides what the
 * coordinator knows.
 */
export function refusalIn(
  { dialogOpen, typing, phase, msSinceClosed }: PopupSituation,
  { phasedAs }: Pick<Overlay, 'phasedAs'>,
): Refusal | null {
  if (dialogOpen) return 'active'
  if (typing) return 'typing'
  if (msSinceClosed < restMs) return 'closed'
  return phasedAs && isBlocked(phases, phase, phasedAs) ? 'phase' : null
}

export const popupRefusal = (popup: Pick<Overlay, 'phasedAs'>): Refusal | null =>
  refusalIn(
    {
      dialogOpen: document.querySelector('dialog[open]') !== null,
      typing: fieldsInUse(document).length > 0,
      phase: currentPhase.read(),
      msSinceClosed: performance.now() - closedMs,
    },
    popup,
  )

/** Whether the last sign-up on this page was in the popup. */
export const hasSucceeded = ({ key, placement }: Overlay): boolean =>
  lastSignup.read()?.section === (placement ?? key)
