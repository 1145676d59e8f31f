import { phases } from '#campaign/phases.ts'
import { isBlocked } from '#contract/phases.ts'
import { fieldsInUse } from '#page/browser/fields.ts'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { hasJoined, lastSignup } from '#page/signup/joined-mark.ts'
import { currentPhase } from '#page/phases/current-phase.ts'
import { count } from '#page/tracking/track.ts'
import { openPlace } from './popup-coordinator.ts'

/** This page's place, with the world around it. */
export const place = openPlace({
  safeStorage,
  isDialogOpen: () => document.querySelector('dialog[open]') !== null,
  hasJoined: () => hasJoined(safeStorage),
  isTyping: () => fieldsInUse(document).length > 0,
  succeeded: (key) => lastSignup.read()?.section === (key === 'quiz-result' ? 'quiz' : key),
  count,
  isBlocked: (type) => isBlocked(phases, currentPhase.read(), type),
})
