import { Fragment } from 'react'
import type { Part } from '#contract/campaign/facts.ts'

/** HERO-12: only development shows a gap, since visitors never see a sentence with one. */
export const Sentences = ({ all }: { all: readonly (readonly Part[])[] }) =>
  all.map((parts, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      {parts.map((part) =>
        typeof part === 'string' ? (
          part
        ) : (
          <mark key={part.missing}>not given yet: {part.missing}</mark>
        ),
      )}
    </Fragment>
  ))
