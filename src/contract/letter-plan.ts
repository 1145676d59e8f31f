/** The most mails in the first hour of sending. Each further hour has `growth` times as many. */
export type Ramp = { firstHour: number; growth: number }

/**
 * LETTER-3: how fast a letter leaves, up to MAILS_PER_HOUR, and what stops it. `perProvider`: the
 * ramp of each large mailbox provider, within the ramp of the letter.
 */
export type LetterPlan = Ramp & { perProvider: Ramp }

/** A letter stops above the share, but never at `atLeast` or fewer. */
export type StopLimit = { atLeast: number; share: number }
/** `bounces` considers the last `of` mails, `complaints` all mails since the last resume. */
export type LetterStops = { bounces: StopLimit & { of: number }; complaints: StopLimit }

export type LetterRules = { plan: LetterPlan; stops: LetterStops }
