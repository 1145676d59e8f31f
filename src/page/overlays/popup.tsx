import type { ReactNode } from 'react'
import { notices } from '#campaign/copy/interface.ts'
import { Toasts } from '#page/ui/toasts.island.tsx'
import '#page/styles/popups.css'
import type { PopupOpen } from './popup-entry.ts'

type Props = {
  id: string
  title: ReactNode
  open?: PopupOpen | undefined
  /** over the title */
  above?: ReactNode
  /** the name of its close button, and its language */
  close?: { text: string; lang?: string | undefined }
  /** a press beside it does not close it */
  stays?: boolean
  children: ReactNode
}

/** A native dialog: focus in and back, Escape, and what is behind it inert come with it. Its close button needs no script. */
export const Popup = ({
  id,
  title,
  open,
  above,
  close: { text, lang } = { text: notices.close },
  stays,
  children,
}: Props) => (
  <dialog
    className="popup"
    id={id}
    closedby={stays ? 'closerequest' : 'any'}
    aria-labelledby={`${id}-title`}
    open={open === 'still' || undefined}
  >
    {above}
    <h2 id={`${id}-title`} tabIndex={-1}>
      {title}
    </h2>
    {children}
    <form method="dialog">
      <button className="close" type="submit" aria-label={text} lang={lang} />
    </form>
    {open === 'modal' && <Toasts />}
  </dialog>
)
