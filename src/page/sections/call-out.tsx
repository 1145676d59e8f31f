import type { ReactNode } from 'react'

/**
 * A call-out beside the drawing: HTML, so that its text never scales with the drawing. There is none
 * without a line, as where the drawing's part has a name alone (LIVE-2).
 */
export const CallOut = ({
  name,
  part,
  children,
}: {
  name: string
  part: string
  children: ReactNode
}) =>
  children && (
    <p className="call" data-part={part}>
      <b>{name}</b> {children}
    </p>
  )
