/**
 * FLOW-3: runs a feature that the page can do without. An error is logged as one line; the rest of
 * the page works on.
 */
export async function startFeature(name: string, start: () => unknown) {
  try {
    await start()
  } catch (error) {
    console.error(`${name} failed:`, error)
  }
}
