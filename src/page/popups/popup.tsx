import type { ReactNode } from 'react'
import { notices } from '#campaign/copy/interface.ts'

type Props = { id: string; title: string; open?: boolean; lead?: string; children: ReactNode }

/** A native dialog: focus in and back, Escape, and what is behind it inert come with it. Its close button needs no script. */
export const Popup = ({ id, title, open, lead, children }: Props) => (
  <dialog className="popup" id={id} aria-labelledby={`${id}-title`} open={open}>
    {lead && <p className="label">{lead}</p>}
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
    <form method="dialog"><button className="close" type="submit" aria-label={notices.close} /></form>
  </dialog>
)
