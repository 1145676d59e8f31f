import type { ReactNode } from 'react'
import { notices } from '#campaign/copy/interface.ts'
import { Toasts } from '#page/ui/toasts.island.tsx'
import '#page/styles/popups.css'
import type { PopupOpen } from './overlay.ts'

type Props = {
  id: string
  title: ReactNode
  open?: PopupOpen | undefined
  /** above the title */
  above?: ReactNode
  /** the label of the close button, and its language */
  close?: { text: string; lang?: string | undefined }
  /** a press on the backdrop does not close it */
  persistent?: boolean
  children: ReactNode
}

/** A native dialog, which brings focus handling, Escape and an inert page behind it. Its close button needs no script. */
export const PopupDialog = ({
  id,
  title,
  open,
  above,
  close: { text, lang } = { text: notices.close },
  persistent,
  children,
}: Props) => (
  <dialog
    className="popup"
    id={id}
    closedby={persistent ? 'closerequest' : 'any'}
    aria-labelledby={`${id}-title`}
    open={open === 'static' || undefined}
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
