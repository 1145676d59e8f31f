import { Fragment, type ReactNode } from 'react'
import type { Text } from '#contract/text.ts'

/** A text with elements in its blanks. Unknown blanks are left unchanged. */
export function Filled<Blank extends string>({ text, values }: Props<Blank>) {
  const known: Readonly<Record<string, ReactNode>> = values
  return text
    .split(/\{(\w+)\}/)
    .map((piece, index) => (
      <Fragment key={index}>{index % 2 ? (known[piece] ?? `{${piece}}`) : piece}</Fragment>
    ))
}

type Props<Blank extends string> = {
  text: Text<Blank>
  values: { readonly [Name in NoInfer<Blank>]: ReactNode }
}
