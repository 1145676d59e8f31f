/** More changes than an open page meets; servers that disagree would never end. */
const most = 9

/**
 * Loads the page again, unless that was done for the same state, or often: while servers disagree,
 * as in a rolling restart, or behind a stale cache, the page and the messages can differ again and
 * again. The mark is in the history's entry, which a reload keeps even without storage. A page that
 * answers a form is not asked for again.
 */
export function reloadOnce(state: string): void {
  const done: string[] = history.state?.reloaded ?? []
  if (location.pathname !== '/' || done[0] === state || done.length === most) return
  history.replaceState({ ...history.state, reloaded: [state, ...done] }, '')
  location.reload()
}
