import type { LaunchTerms } from '#contract/launch/state-words.ts'

/** How the launch ends: `npm run launch` and the dashboard switch its state. */
export const launch: LaunchTerms = {
  shop: null,
  listFirstDays: 2,
  eraseAfterDays: 30,
  tellOnce: true,
}
