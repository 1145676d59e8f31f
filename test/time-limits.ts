/** A slow machine must not fail a test that is not about the store's time limits. */
export const timeLimits = { connectMs: 60_000, waitMs: 60_000, holdMs: 60_000 }
