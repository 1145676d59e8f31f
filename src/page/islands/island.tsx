import type { ComponentProps, ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { islandTree, prefixOf } from './island-tree.tsx'
import type { Failures } from '#page/ui/section.tsx'

/** The component of each island by its name. The list of islands, shell/islands.ts, fills it. */
export interface IslandComponents {}
export type IslandName = keyof IslandComponents & string
// `any`: each island has props of its own; IslandProps below takes them from the component.
type IslandComponent<Name extends IslandName> = IslandComponents[Name] & ComponentType<any>

/**
 * When the browser loads an island's code and hydrates it: when the browser is idle after load,
 * when the island is near the window, at the visitor's first interaction, or when the visitor is
 * near the end of the page (FLOW-4).
 */
export type HydrationTrigger = 'idle' | 'visible' | 'interaction' | 'near-end'

type IslandProps<Name extends IslandName> = {
  name: Name
  component: IslandComponent<Name>
  /** unique on the page among the islands of this name */
  position: string
  trigger?: HydrationTrigger
  props: ComponentProps<IslandComponent<Name>>
  /**
   * FLOW-3: the section whose panel shows the island's error. An island without a section lies over
   * the page: after an error it renders nothing and the error is logged.
   */
  section?: string
  failures?: Failures
}

/**
 * Renders a component into the HTML as a React root of its own, with the data that the browser
 * needs to hydrate it.
 */
export function Island<Name extends IslandName>({
  name,
  component,
  position,
  trigger = 'idle',
  props,
  section,
  failures,
}: IslandProps<Name>) {
  const prefix = prefixOf(name, position)
  const render = () =>
    renderToString(islandTree(component as ComponentType<never>, props as object, section), {
      identifierPrefix: prefix,
    })
  return (
    <div
      data-island={name}
      data-position={position}
      data-trigger={trigger}
      data-panel={section}
      data-props={JSON.stringify(props).replace(/^\{\}$/, '') || undefined}
      dangerouslySetInnerHTML={{
        __html: section ? render() : renderOptional(render, prefix, failures),
      }}
    />
  )
}

function renderOptional(render: () => string, name: string, failures: Failures = []) {
  try {
    return render()
  } catch (error) {
    failures.push({ section: name, error })
    return ''
  }
}
