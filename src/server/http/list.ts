import { z } from 'zod'

/** A position in a list that is ordered by a time (ms since 1970), then by id. */
export type Position = { at: number; id: string }

/** A position in a URL. It contains no address. */
export const cursorOf = ({ at, id }: Position): string =>
  Buffer.from(`${at} ${id}`).toString('base64url')

/** The field of a query with a cursor. */
export const cursorField = z
  .string()
  .max(100)
  .transform((text, { addIssue }): Position => {
    const [, at, id] =
      /^(-?\d{1,16}) ([\w-]{1,40})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
    if (id !== undefined) return { at: Number(at), id }
    addIssue('no cursor')
    return z.NEVER
  })
  .optional()

/** The rows of a page, of which one more than `most` was read. `last`: null without more rows. */
export function pageOf<Row>(read: readonly Row[], most: number) {
  const rows = read.slice(0, most)
  const isMore = read.length > most
  return { rows, isMore, last: isMore ? rows.at(-1)! : null }
}
