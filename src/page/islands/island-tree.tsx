import { createElement, type ComponentType } from 'react'
import { ErrorBoundary } from '#page/ui/error-boundary.tsx'

/** The one tree that server and browser both render, so that hydration finds what it expects. */
export const islandTree = (
  component: ComponentType<never>,
  props: object,
  section: string | undefined,
  onAlive?: () => void,
) => (
  <ErrorBoundary section={section} onMount={onAlive}>
    {createElement(component as ComponentType<object>, props)}
  </ErrorBoundary>
)

/** `useId` counts per root, so an island's ids need a prefix of their own, the same on both sides. */
export const prefixOf = (name: string, place: string) => `${name}-${place}-`
