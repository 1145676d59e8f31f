const first = () => import('./first-islands.ts')

/** Every island: its name in the HTML, and how the browser loads its component. */
export const islands = {
  'signup-form': async () => (await first()).SignupForm,
  'final-block': async () => (await import('#page/sections/final-block.island.tsx')).FinalBlock,
  toasts: async () => (await first()).Toasts,
  overlays: async () => (await first()).Overlays,
  quiz: async () => (await import('#page/quiz/quiz-dialog.island.tsx')).QuizDialog,
  popups: async () => (await import('#page/overlays/popups.island.tsx')).Popups,
}

type Components = { [Name in keyof typeof islands]: Awaited<ReturnType<(typeof islands)[Name]>> }
declare module '#page/islands/island.tsx' {
  interface IslandComponents extends Components {}
}

/** Loads the code that hydrates any of them. */
export const hydration = async () => (await first()).hydrateIsland
