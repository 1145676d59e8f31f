import { shelf } from '#page/browser/shelf.ts'
import { markJoined } from './joined-flag.ts'

/** FORM-9: the page after a quiz result was saved without script. Only the server leads there, once the result is stored. */
export const markSaved = () => markJoined(shelf)
