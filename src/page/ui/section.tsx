import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { prefix } from '#campaign'
import { declarationOf, type SectionName } from '#contract/campaign/sections.ts'
import type { Rendered } from '#contract/render.ts'
import { AgainButton, FailedPanel } from './failed-panel.tsx'

export type Failures = Rendered['failures'][number][]

type Props = { name: SectionName; failures: Failures; children: ReactNode }

/**
 * A section of the page, rendered by itself: where it throws, its panel stands in its place
 * (FLOW-3) and the rest of the page is as it was. React's own boundaries are no help here,
 * `renderToString` passes them by. It holds a heading with the id `<name>-title`, which names it as
 * a landmark.
 */
export function Section({ name, failures, children }: Props) {
  return (
    <section
      id={name}
      className={name === 'hero' ? 'hero wrap' : 'plate wrap'}
      data-section={name}
      data-phase={declarationOf(name).phase}
      aria-labelledby={`${name}-title`}
      dangerouslySetInnerHTML={{ __html: render(name, failures, children) }}
    />
  )
}

function render(name: string, failures: Failures, children: ReactNode) {
  try {
    return renderToString(children)
  } catch (error) {
    failures.push({ section: name, error })
    return renderToString(<ServedFailedPanel section={name} />)
  }
}

/** FLOW-3 as the server renders it: the button loads the page anew. */
const ServedFailedPanel = ({ section }: { section: string }) => (
  <FailedPanel
    section={section}
    again={
      <form method="get" action={`${prefix}/#${section}`}>
        <Again />
        <AgainButton />
      </form>
    }
  />
)

/**
 * Without a field that differs each time, a second press would lead to the address shown already,
 * and only scroll.
 */
const Again = () => <input type="hidden" name="again" value={crypto.randomUUID().slice(0, 8)} />
