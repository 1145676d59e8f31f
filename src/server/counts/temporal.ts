/**
 * Dates and time zones by the language's own `Temporal`. Node 24 lacks it: only there the server
 * loads the package (decision 076), and leaves the globals as they are.
 */
export const Temporal = globalThis.Temporal ?? (await import('temporal-polyfill')).Temporal
