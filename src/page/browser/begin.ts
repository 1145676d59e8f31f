/** FLOW-3: what acts over the page begins by itself. Where it fails it is not there, one line is logged, and the page is whole. */
export async function begin(name: string, work: () => unknown) {
  try {
    await work()
  } catch (error) {
    console.error(`Without ${name}:`, error)
  }
}
