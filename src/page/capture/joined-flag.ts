import type { Placement } from '#contract/waitlist.ts'
import type { Shelf } from '#page/browser/shelf.ts'
import { openStore } from '#page/browser/store.ts'

const key = 'ascend.joined'

/** FORM-9: after a sign-up nothing that nobody asked for opens. The mark bears no address. */
export const markJoined = (shelf: Shelf) => shelf.set(key, '1')
export const hasJoined = (shelf: Shelf) => shelf.get(key) !== null

/** The last success on this page, for what else stands on it. The address is kept nowhere. */
export const justJoined = openStore<{ email: string; section: Placement } | null>(null)
