import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { notices } from '#campaign'
import { useRestoreFocus } from '#page/browser/use-restore-focus.ts'
import { closeToast, regions, toasts, type Toast } from './toasts.ts'
import { usePausableTimeout } from './use-pausable-timeout.ts'

/** FORM-5, BAR-2: how long a toast stands. */
const shownMs = 5_000

export type ToastWords = Pick<typeof notices, 'label' | 'close'>

/**
 * The region of the toasts. Its status is in the page from the start, because assistive technology
 * announces what is added to one.
 */
export function Toasts({ words = notices }: { words?: ToastWords }) {
  const newest = useSyncExternalStore(toasts.subscribe, toasts.read, toasts.readOnServer)
  const toast = useIsLast() ? newest : null
  return (
    <section className="toasts" aria-label={words.label}>
      <div role="status" className={toast ? 'toast' : undefined} data-tone={toast?.tone}>
        {toast && <Notice key={toast.id} {...toast} close={words.close} />}
      </div>
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
function Notice({ id, title, text, lang, titleLang = lang, close }: Toast & { close: string }) {
  const hold = usePausableTimeout(shownMs, () => closeToast(id))
  const box = useRef<HTMLDivElement>(null)
  useRestoreFocus(box)
  return (
    <div ref={box} {...hold}>
      {title && <b lang={titleLang}>{title}</b>}
      <p lang={lang}>{text}</p>
      <button className="close" type="button" aria-label={close} onClick={() => closeToast(id)} />
    </div>
  )
}
