import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { islandTree, prefixOf } from './island-tree.tsx'
import { showUncaught } from './uncaught.ts'

/** Resolves once the island is interactive. `data-hydrated` marks it in the page. */
export const hydrateIsland = (element: HTMLElement, component: ComponentType<never>) =>
  new Promise<void>((resolve) => {
    const { island = '', position = '', panel, props = '{}' } = element.dataset
    const onHydrated = () => {
      element.dataset.hydrated = ''
      resolve()
    }
    hydrateRoot(element, islandTree(component, JSON.parse(props) as object, panel, onHydrated), {
      identifierPrefix: prefixOf(island, position),
      onCaughtError: (error) => console.error(`The island ${island} failed in ${position}:`, error),
      onUncaughtError: (error) => showUncaught(document, error),
    })
  })
