import type { Phase } from '#contract/phases.ts'
import { openStore } from '#page/browser/store.ts'

/** PHASE-3: where the visitor is; 1 until the section marks are read. */
export const currentPhase = openStore<Phase>(1)
