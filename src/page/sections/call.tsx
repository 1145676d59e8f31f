import type { ReactNode } from 'react'

/** A call-out beside the drawing: HTML, so that its text never scales with the drawing. */
export const Call = ({
  name,
  part,
  children,
}: {
  name: string
  part: string
  children: ReactNode
}) => (
  <p className="call" data-part={part}>
    <b>{name}</b> {children}
  </p>
)
