import { phases } from '#campaign/phases.ts'
import { isBlocked } from '#contract/phases.ts'
import { fieldsInUse } from '#page/browser/fields.ts'
import { currentPhase } from '#page/phases/current-phase.ts'
import { lastSignup } from '#page/signup/joined-mark.ts'
import type { Overlay } from './overlay.ts'
import type { Refusal } from './overlay-coordinator.ts'

/** POP-1, PHASE-2: what keeps an automatic popup from opening now, besides what the coordinator knows. */
export function popupRefusal({ phasedAs }: Pick<Overlay, 'phasedAs'>): Refusal | null {
  if (document.querySelector('dialog[open]')) return 'active'
  if (fieldsInUse(document).length > 0) return 'typing'
  return phasedAs && isBlocked(phases, currentPhase.read(), phasedAs) ? 'phase' : null
}

/** Whether the last sign-up on this page was in the popup. */
export const hasSucceeded = ({ key, placement }: Overlay): boolean =>
  lastSignup.read()?.section === (placement ?? key)
