import type { Shelf } from '#page/browser/shelf.ts'

/**
 * FORM-9: a page beside the landing page is the server's word on a sign-up, and says what the browser is to keep
 * (`data-keep`, as `keptOf` in joined-flag.ts writes it). What has been confirmed (2) does not become unconfirmed (1).
 */
export function takeMark(shelf: Shelf, page: Document) {
  const [key, mark] = page.querySelector('main')?.dataset.keep?.split('=') ?? []
  if (key && mark && !(mark === '1' && shelf.get(key) === '2')) shelf.set(key, mark)
}
