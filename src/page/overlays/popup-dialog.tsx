import type { ReactNode } from 'react'
import { notices } from '#campaign'
import { Toasts, type ToastWords } from '#page/ui/toasts.island.tsx'
import '#page/styles/popups.css'

type Props = {
  id: string
  title: ReactNode
  /** with the page's toasts inside, since the page behind it is inert */
  open?: boolean | undefined
  /** above the title */
  above?: ReactNode
  /** the language of the dialog, if it is not the page's */
  lang?: string | undefined
  /** the label of the close button */
  close?: string
  toasts?: ToastWords
  /** a press on the backdrop does not close it */
  persistent?: boolean
  children: ReactNode
}

/**
 * A native dialog, which brings focus handling, Escape and an inert page behind it. Its close
 * button needs no script.
 */
export const PopupDialog = ({
  id,
  title,
  open,
  above,
  lang,
  close = notices.close,
  toasts,
  persistent,
  children,
}: Props) => (
  <dialog
    className="popup"
    id={id}
    lang={lang}
    closedby={persistent ? 'closerequest' : 'any'}
    aria-labelledby={`${id}-title`}
  >
    {above}
    <h2 id={`${id}-title`} tabIndex={-1}>
      {title}
    </h2>
    {children}
    <form method="dialog">
      <button className="close" type="submit" aria-label={close} />
    </form>
    {open && <Toasts words={toasts} />}
  </dialog>
)
