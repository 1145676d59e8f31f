/**
 * END-2: loads the page of the state that a refused sign-up met. The page's passage with the id
 * `kept` shows itself where this browser keeps the address. Never resolves.
 */
export function showLaunchState(kept: boolean): Promise<never> {
  if (kept) location.hash = 'kept'
  location.reload()
  return new Promise(() => {})
}
