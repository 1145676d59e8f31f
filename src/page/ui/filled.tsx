import { Fragment, type ReactNode } from 'react'
import { fill } from '#contract/text.ts'

/**
 * A text with elements in its blanks. Unknown blanks are left unchanged. With texts alone it is one
 * text: pieces of a line would move each other when its font comes late.
 */
export const Filled = ({ text, values }: { text: string; values: Record<string, ReactNode> }) =>
  isTexts(values)
    ? fill(text, values)
    : text
        .split(/\{(\w+)\}/)
        .map((piece, index) => (
          <Fragment key={index}>{index % 2 ? (values[piece] ?? `{${piece}}`) : piece}</Fragment>
        ))

const isTexts = (values: Record<string, ReactNode>): values is Record<string, string> =>
  Object.values(values).every((value) => typeof value === 'string')
