import { useEffect, useState, useSyncExternalStore } from 'react'
import { notices } from '#campaign/copy/interface.ts'
import { closeToast, toasts, type Toast } from './toasts.ts'

const shownMs = 6_000

/** The notices' place. It stands in the page from the start: assistive technology announces what is added to it. */
export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read, toasts.readOnServer)
  return (
    <div className="toasts" role="region" aria-label={notices.label}>
      <ol aria-live="polite">{shown.map((toast) => <Notice key={toast.id} toast={toast} />)}</ol>
    </div>
  )
}

/** Stays while it is under the pointer or holds focus. */
function Notice({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => closeToast(toast.id), shownMs)
    return () => clearTimeout(timer)
  }, [held, toast.id])
  const hold = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false), onFocus: () => setHeld(true), onBlur: () => setHeld(false) }
  return (
    <li className="toast" data-tone={toast.tone} {...hold}>
      {toast.title && <b>{toast.title}</b>}
      <span>{toast.text}</span>
      <button className="close" type="button" aria-label={notices.close} onClick={() => closeToast(toast.id)} />
    </li>
  )
}
