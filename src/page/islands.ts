/** Every island: its name in the HTML, and the code that brings it to life. */
export const islands = {
  'signup-form': async () => (await import('./capture/signup-form.island.tsx')).SignupForm,
  'final-block': async () => (await import('./sections/final-block.island.tsx')).FinalBlock,
  strip: async () => (await import('./scarcity/strip.island.tsx')).Strip,
  waiting: async () => (await import('./scarcity/waiting.island.tsx')).Waiting,
  countdown: async () => (await import('./scarcity/countdown.island.tsx')).Countdown,
  toasts: async () => (await import('./ui/toasts.island.tsx')).Toasts,
}

export type IslandName = keyof typeof islands
export type IslandComponent<Name extends IslandName> = Awaited<ReturnType<(typeof islands)[Name]>>
