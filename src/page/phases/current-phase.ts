import type { Phase } from '#contract/campaign/phases.ts'
import { createStore } from '#page/browser/store.ts'

/** PHASE-3: the visitor's phase; 1 until `readPhase` runs. */
export const currentPhase = createStore<Phase>(1)
