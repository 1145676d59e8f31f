import type { ComponentProps, ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { islandTree, prefixOf } from './island-tree.tsx'
import type { Failures } from '#page/ui/section.tsx'

/** The component of each island by its name; shell/islands.ts, the list of islands, adds its entries. */
export interface IslandComponents {}
export type IslandName = keyof IslandComponents & string
// `any`: each island has props of its own; IslandProps below takes them from the component.
type IslandComponent<Name extends IslandName> = IslandComponents[Name] & ComponentType<any>

/** Soon after load; when it scrolls near; at the visitor's first move; or far down the page (FLOW-4). */
export type When = 'idle' | 'visible' | 'touched' | 'far'

type IslandProps<Name extends IslandName> = {
  name: Name
  of: IslandComponent<Name>
  /** unique on the page among islands of this name */
  place: string
  when?: When
  props: ComponentProps<IslandComponent<Name>>
  /** FLOW-3: the section whose panel shows its error. An island over the page has none: it renders nothing and is logged. */
  section?: string
  failures?: Failures
}

/** Renders a component into the HTML by a root of its own, and marks where and when the browser makes it interactive. */
export function Island<Name extends IslandName>({
  name,
  of,
  place,
  when = 'idle',
  props,
  section,
  failures,
}: IslandProps<Name>) {
  const render = () =>
    renderToString(islandTree(of as ComponentType<never>, props as object, section), {
      identifierPrefix: prefixOf(name, place),
    })
  const html = section ? render() : renderOver(render, prefixOf(name, place), failures)
  return (
    <div
      data-island={name}
      data-place={place}
      data-when={when}
      data-panel={section}
      data-props={JSON.stringify(props).replace(/^\{\}$/, '') || undefined}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

function renderOver(render: () => string, name: string, failures: Failures = []) {
  try {
    return render()
  } catch (error) {
    failures.push({ section: name, error })
    return ''
  }
}
