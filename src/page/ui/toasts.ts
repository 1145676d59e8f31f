/** Short notices over the page. Written in the browser only; the server's snapshot is the empty list. */
export type Toast = { id: number; title?: string; text: string; tone: 'plain' | 'bad' }

const most = 3
const none: readonly Toast[] = []
let shown = none
let lastId = 0
const listeners = new Set<() => void>()

export function showToast(toast: Omit<Toast, 'id'>) {
  shown = [...shown, { ...toast, id: ++lastId }].slice(-most)
  tell()
}

export function closeToast(id: number) {
  shown = shown.filter((toast) => toast.id !== id)
  tell()
}

export const toasts = {
  read: () => shown,
  readOnServer: () => none,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

const tell = () => listeners.forEach((listener) => listener())
