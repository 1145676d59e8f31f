import type { Phase } from '#contract/phases.ts'
import { createStore } from '#page/browser/store.ts'

/** PHASE-3: where the visitor is; 1 until the section marks are read. */
export const currentPhase = createStore<Phase>(1)
