const first = () => import('./first-islands.ts')

/** Every island: its name in the HTML, and the code that brings it to life. */
export const islands = {
  'signup-form': async () => (await first()).SignupForm,
  'final-block': async () => (await import('./sections/final-block.island.tsx')).FinalBlock,
  strip: async () => (await first()).Strip,
  waiting: async () => (await first()).Waiting,
  countdown: async () => (await first()).Countdown,
  toasts: async () => (await first()).Toasts,
  over: async () => (await first()).Over,
  quiz: async () => (await import('./quiz/quiz-dialog.island.tsx')).QuizDialog,
  popups: async () => (await import('./popups/popups.island.tsx')).Popups,
}

export type IslandName = keyof typeof islands
export type IslandComponent<Name extends IslandName> = Awaited<ReturnType<(typeof islands)[Name]>>

/** What brings any of them to life. */
export const hydration = async () => (await first()).hydrateIsland
