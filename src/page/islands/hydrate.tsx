import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { islandTree, prefixOf } from './island-tree.tsx'
import { showUncaught } from './uncaught.ts'

/** Resolves once the island acts. `data-alive` says so in the page. */
export const hydrateIsland = (element: HTMLElement, component: ComponentType<never>) =>
  new Promise<void>((resolve) => {
    const { island = '', place = '', panel, props = '{}' } = element.dataset
    const alive = () => {
      element.dataset.alive = ''
      resolve()
    }
    hydrateRoot(element, islandTree(component, JSON.parse(props) as object, panel, alive), {
      identifierPrefix: prefixOf(island, place),
      onCaughtError: (error) => console.error(`The island ${island} failed in ${place}:`, error),
      onUncaughtError: (error) => showUncaught(document, error),
    })
  })
