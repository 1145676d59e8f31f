import { Fragment, type ReactNode } from 'react'

/** A text with elements in its blanks. Unknown blanks are left unchanged. */
export const Filled = ({ text, values }: { text: string; values: Record<string, ReactNode> }) =>
  text
    .split(/\{(\w+)\}/)
    .map((piece, index) => (
      <Fragment key={index}>{index % 2 ? (values[piece] ?? `{${piece}}`) : piece}</Fragment>
    ))
