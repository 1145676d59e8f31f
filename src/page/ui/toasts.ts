/** The notice over the page, one at a time: the newest. Written in the browser only; the server's snapshot is none. */
export type Toast = { id: number; title?: string; text: string; tone: 'plain' | 'bad' }

let shown: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

export const showToast = (toast: Omit<Toast, 'id'>) => show({ ...toast, id: ++lastId })

/** Closes this one, not the one that has taken its place. */
export function closeToast(id: number) {
  if (shown?.id === id) show(null)
}

/** What it complained of is mended. */
export function closeComplaint() {
  if (shown?.tone === 'bad') show(null)
}

export const toasts = {
  read: () => shown,
  readOnServer: () => null,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

function show(toast: Toast | null) {
  shown = toast
  for (const listener of listeners) listener()
}
