import type { LetterRules } from '#contract/letters/letters.ts'

/** LETTER-3: how fast letters are sent, and at which share of bounces and complaints they stop. */
export const letters: LetterRules = {
  plan: { firstHour: 500, growth: 2, perProvider: { firstHour: 250, growth: 2 } },
  stops: {
    bounces: { atLeast: 25, share: 0.05, of: 2_000 },
    complaints: { atLeast: 6, share: 0.003 },
  },
}
