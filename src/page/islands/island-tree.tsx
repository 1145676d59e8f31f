import { createElement, type ComponentType } from 'react'
import { ErrorBoundary } from '#page/ui/error-boundary.tsx'

/** The React tree of an island. Server and browser render the same one, so that hydration finds what it expects. */
export const islandTree = (
  component: ComponentType<never>,
  props: object,
  section: string | undefined,
  onHydrated?: () => void,
) => (
  <ErrorBoundary section={section} onMount={onHydrated}>
    {createElement(component as ComponentType<object>, props)}
  </ErrorBoundary>
)

/** `useId` counts per root, so each island's ids need a prefix of their own, the same on the server and in the browser. */
export const prefixOf = (name: string, position: string) => `${name}-${position}-`
