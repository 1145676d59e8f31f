/** Every island: its name in the HTML, and the code that brings it to life. */
export const islands = {
  'signup-form': async () => (await import('./capture/signup-form.island.tsx')).SignupForm,
  'final-block': async () => (await import('./sections/final-block.island.tsx')).FinalBlock,
  toasts: async () => (await import('./ui/toasts.island.tsx')).Toasts,
  over: async () => (await import('./over.island.tsx')).Over,
  popups: async () => (await import('./popups/popups.island.tsx')).Popups,
}

export type IslandName = keyof typeof islands
export type IslandComponent<Name extends IslandName> = Awaited<ReturnType<(typeof islands)[Name]>>
