import { Fragment } from 'react'
import type { HeroCopy } from '#contract/campaign.ts'

/**
 * Locked lines share one measure, each at its own width of the face; a headline without them is set
 * like any other.
 */
export function Headline({ text, locked }: HeroCopy['headline']) {
  if (!locked) return <h1 id="hero-title">{text}</h1>
  return (
    <h1 id="hero-title" className="locked">
      {locked.map((line, index) => (
        <Fragment key={index}>
          {index > 0 && ' '}
          <span data-width={line.width}>{line.text}</span>
        </Fragment>
      ))}
    </h1>
  )
}
