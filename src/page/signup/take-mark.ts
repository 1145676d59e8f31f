import type { SafeStorage } from '#page/browser/safe-storage.ts'

/**
 * FORM-9: a page beside the landing page is the server's word on a sign-up, and says what the browser is to keep
 * (`data-keep`, as `readPersonalData` in joined-flag.ts writes it). What has been confirmed (2) does not become unconfirmed (1).
 */
export function takeMark(safeStorage: SafeStorage, page: Document) {
  const [key, mark] = page.querySelector('main')?.dataset.keep?.split('=') ?? []
  if (key && mark && !(mark === '1' && safeStorage.get(key) === '2')) safeStorage.set(key, mark)
}
