import type { Shelf } from '#page/browser/shelf.ts'

const key = 'ascend.joined'

/** FORM-9: after a sign-up nothing that nobody asked for opens. The mark bears no address. */
export const markJoined = (shelf: Shelf) => shelf.set(key, '1')
export const hasJoined = (shelf: Shelf) => shelf.get(key) !== null
