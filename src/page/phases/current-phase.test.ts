import { expect, test } from 'vitest'
import { currentPhase } from './current-phase.ts'

test('[PHASE-3] a page begins in phase 1', () => expect(currentPhase.read()).toBe(1))
