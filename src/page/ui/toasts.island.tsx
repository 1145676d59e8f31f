import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { notices } from '#campaign/copy/interface.ts'
import { useRestoreFocus } from '#page/browser/use-restore-focus.ts'
import { closeToast, regions, toasts, type Toast } from './toasts.ts'
import { usePausableTimeout } from './use-pausable-timeout.ts'

const usuallyMs = 6_000

export type ToastWords = Pick<typeof notices, 'label' | 'close'>

/**
 * The region of the toasts. It is in the page from the start: assistive technology announces what
 * is added to it.
 */
export function Toasts({ words = notices }: { words?: ToastWords }) {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.read, toasts.readOnServer)
  const isLast = useIsLast()
  return (
    <section className="toasts" aria-label={words.label} aria-live="polite">
      {toast && isLast && <Notice key={toast.id} {...toast} close={words.close} />}
    </section>
  )
}

function useIsLast(): boolean {
  const id = useId()
  useEffect(() => {
    regions.write([...regions.read(), id])
    return () => regions.write(regions.read().filter((other) => other !== id))
  }, [id])
  return useSyncExternalStore(
    regions.subscribe,
    () => regions.read().at(-1) === id,
    () => false,
  )
}

/** Stays while it is under the pointer or holds focus. */
function Notice({
  id,
  title,
  text,
  lang,
  titleLang = lang,
  tone,
  shownMs = usuallyMs,
  close,
}: Toast & { close: string }) {
  const hold = usePausableTimeout(shownMs, () => closeToast(id))
  const box = useRef<HTMLDivElement>(null)
  useRestoreFocus(box)
  return (
    <div ref={box} className="toast" data-tone={tone} {...hold}>
      {title && <b lang={titleLang}>{title}</b>}
      <p lang={lang}>{text}</p>
      <button className="close" type="button" aria-label={close} onClick={() => closeToast(id)} />
    </div>
  )
}
