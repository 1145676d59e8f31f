import { isBlocked, type Phase, type PhasedType, type PhaseRules } from '#contract/phases.ts'

/** PHASE-3's mark on a section. */
export type Mark = { phase: Phase; aboveMiddle: boolean }

/** PHASE-3: that of the last marked section whose top is above the middle of the window; 1 at the top of the page. */
export const phaseAt = (marks: readonly Mark[], atTop: boolean): Phase =>
  atTop ? 1 : (marks.findLast(({ aboveMiddle }) => aboveMiddle)?.phase ?? 1)

/** An element of a type that phases allow or block. `held`: it has the focus, or text that was typed. */
export type Phased = { type: PhasedType; inWindow: boolean; held: boolean }

/** PHASE-2: where its phase blocks it, and nobody sees or uses it. */
export const isHidden = (
  rules: PhaseRules,
  phase: Phase,
  { type, inWindow, held }: Phased,
): boolean => isBlocked(rules, phase, type) && !inWindow && !held
