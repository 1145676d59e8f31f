import { createElement, useEffect, type ComponentType } from 'react'
import { ErrorBoundary } from '#page/ui/error-boundary.tsx'

/**
 * The React tree of an island. Server and browser render the same one, so that hydration finds what
 * it expects.
 */
export const islandTree = (
  component: ComponentType<never>,
  props: object,
  section: string | undefined,
  onHydrated?: () => void,
) => (
  <>
    <ErrorBoundary section={section}>
      {createElement(component as ComponentType<object>, props)}
    </ErrorBoundary>
    <Hydrated onHydrated={onHydrated} />
  </>
)

/**
 * Calls in the last effect of the first render, so that what the island adds only in the browser is
 * there.
 */
function Hydrated({ onHydrated }: { onHydrated: (() => void) | undefined }) {
  useEffect(() => onHydrated?.(), [onHydrated])
  return null
}

/**
 * `useId` counts per root, so each island's ids need a prefix of their own, the same on the server
 * and in the browser.
 */
export const prefixOf = (name: string, position: string) => `${name}-${position}-`
