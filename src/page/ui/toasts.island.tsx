import { useEffect, useState, useSyncExternalStore } from 'react'
import { notices } from '#campaign/copy/interface.ts'
import { closeToast, toasts, type Toast } from './toasts.ts'

const usuallyMs = 6_000

/** The notices' place. It stands in the page from the start: assistive technology announces what is added to it. */
export function Toasts() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.read, toasts.readOnServer)
  return (
    <section className="toasts" aria-label={notices.label} aria-live="polite">
      {toast && <Notice key={toast.id} {...toast} />}
    </section>
  )
}

/** Stays while it is under the pointer or holds focus. */
function Notice({ id, title, text, tone, shownMs = usuallyMs }: Toast) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => closeToast(id), shownMs)
    return () => clearTimeout(timer)
  }, [held, id, shownMs])
  const hold = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false), onFocus: () => setHeld(true), onBlur: () => setHeld(false) }
  return (
    <div className="toast" data-tone={tone} {...hold}>
      {title && <b>{title}</b>}
      <p>{text}</p>
      <button className="close" type="button" aria-label={notices.close} onClick={() => closeToast(id)} />
    </div>
  )
}
