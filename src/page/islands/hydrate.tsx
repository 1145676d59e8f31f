import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { islandTree, prefixOf } from './island-tree.tsx'

/** Resolves once the island is interactive. `data-hydrated` marks it in the page. */
export const hydrateIsland = (element: HTMLElement, component: ComponentType<never>) =>
  new Promise<void>((resolve) => {
    const { island = '', position = '', panel, props = '{}' } = element.dataset
    const onHydrated = keepTyped(element, () => {
      element.dataset.hydrated = ''
      resolve()
    })
    hydrateRoot(element, islandTree(component, JSON.parse(props) as object, panel, onHydrated), {
      identifierPrefix: prefixOf(island, position),
      onCaughtError: (error) => console.error(`The island ${island} failed in ${position}:`, error),
      onUncaughtError: (error) => void showUncaught(error),
    })
  })

/** An uncaught error is rare, so its code and words are not part of the first load. */
async function showUncaught(error: unknown) {
  ;(await import('./uncaught.ts')).showUncaught(document, error)
}

/**
 * FORM-3: React renders an island anew if an extension has put elements into it, such as the icon of
 * a password manager. The new field gets the text and the focus of the first one before React's
 * effects run.
 */
function keepTyped(element: HTMLElement, onHydrated: () => void) {
  const fieldIn = () => element.querySelector<HTMLInputElement>('[type=email]')
  const first = fieldIn()
  const hadFocus = first === document.activeElement
  const renewed = new MutationObserver(() => {
    const field = fieldIn()
    if (!first || !field || field === first) return
    field.value = first.value
    if (hadFocus) field.focus({ preventScroll: true })
  })
  renewed.observe(element, { childList: true })
  return () => {
    renewed.disconnect()
    onHydrated()
  }
}
