let lastMs = -Infinity

/** Call it when a bar or a toast appears (POP-5). */
export function noteInterruption() {
  lastMs = performance.now()
}

/** Milliseconds since the last bar or toast appeared; infinite before the first. */
export const msSinceInterruption = () => performance.now() - lastMs
