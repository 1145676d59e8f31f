/** FX-9: a browser draws so many grains without effort. */
export const mostGrains = 20_000

/** How many grains stand for the people registered, and for how many of them each one stands. */
export function grainsOf(registered: number): { count: number; each: number } {
  const each = Math.max(1, Math.ceil(registered / mostGrains))
  return { count: Math.ceil(registered / each), each }
}
