import type { ReactNode } from 'react'
import { notices } from '#campaign/copy/interface.ts'
import { Toasts } from '#page/ui/toasts.island.tsx'
import type { PopupOpen } from './popup-entry.ts'

type Props = { id: string; title: string; open?: PopupOpen | undefined; lead?: string | undefined; children: ReactNode }

/** A native dialog: focus in and back, Escape, and what is behind it inert come with it. Its close button needs no script. */
export const Popup = ({ id, title, open, lead, children }: Props) => (
  <dialog className="popup" id={id} closedby="any" aria-labelledby={`${id}-title`} open={open === 'still' || undefined}>
    {lead && <p className="label">{lead}</p>}
    <h2 id={`${id}-title`} tabIndex={-1}>{title}</h2>
    {children}
    <form method="dialog"><button className="close" type="submit" aria-label={notices.close} /></form>
    {open === 'modal' && <Toasts />}
  </dialog>
)
