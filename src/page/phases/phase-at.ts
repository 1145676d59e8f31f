import {
  isBlocked,
  type Phase,
  type PhasedType,
  type PhaseRules,
} from '#contract/campaign/phases.ts'

/** PHASE-3: a section whose top begins a phase. `aboveMiddle`: of the window. */
export type PhasedSection = { phase: Phase; aboveMiddle: boolean }

/**
 * PHASE-3: the phase of the last section whose top is above the middle of the window; 1 at the top
 * of the page.
 */
export const phaseAt = (sections: readonly PhasedSection[], atTop: boolean): Phase =>
  atTop ? 1 : (sections.findLast(({ aboveMiddle }) => aboveMiddle)?.phase ?? 1)

/** An element of a type that phases allow or block. `held`: it has the focus or typed text. */
export type Phased = { type: PhasedType; inWindow: boolean; held: boolean }

/** PHASE-2: true if the phase blocks the element and the visitor neither sees nor uses it. */
export const isHidden = (
  rules: PhaseRules,
  phase: Phase,
  { type, inWindow, held }: Phased,
): boolean => isBlocked(rules, phase, type) && !inWindow && !held
