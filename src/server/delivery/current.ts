import type { Db, Store } from '#server/db/store.ts'
import { openBatcher } from '#server/db/batcher.ts'
import type { MailData } from '#server/outbox/outbox.ts'
import type { ClaimedMail } from './leases.ts'
import type { LetterTexts } from '#contract/letters/letters.ts'
import { readTexts } from '#server/letters/texts.ts'

/** A mail as it is just before it is sent, with its person and its letter. */
type CurrentMail = Omit<Row, 'data'> & { data: MailData }

/** Undefined where another worker has the mail now. Throws StoreUnavailable. */
export type ReadCurrent = (mail: ClaimedMail) => Promise<CurrentMail | undefined>

type Row = Awaited<ReturnType<typeof readRows>>[number]

/** Mails that are claimed together are rendered in one tick, and share one statement. */
export function openCurrentReader(store: Pick<Store, 'db'>): ReadCurrent {
  const batcher = openBatcher({
    async enter(mails: readonly ClaimedMail[]) {
      const rows = await readRows(
        store.db,
        mails.map(({ id }) => id),
      )
      const byId = new Map(rows.map((row) => [row.id, row]))
      return mails.map(({ id, owner }) => {
        const row = byId.get(id)
        return row?.leaseOwner === owner
          ? { ...row, data: JSON.parse(row.data) as MailData }
          : undefined
      })
    },
  })
  return batcher.add
}

const readRows = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('outbox')
    .innerJoin('people', 'people.id', 'outbox.personId')
    .leftJoin('sequence_places', 'sequence_places.personId', 'people.id')
    .leftJoin('letters', 'letters.id', 'outbox.letterId')
    .select([
      'outbox.id',
      'outbox.template',
      'outbox.createdAt',
      'outbox.data',
      'outbox.priority',
      'outbox.leaseOwner',
      'people.state',
      'people.language',
      'people.leftAt',
      'people.mailSuspendedUntil',
      'sequence_places.mailId as stepMail',
      'letters.state as letterState',
    ])
    .where('outbox.id', 'in', ids)
    .where('outbox.state', '=', 'sending')
    .execute()

/** Reads the texts of a letter by language. */
export type ReadLetterTexts = (letter: {
  id: string
  revision: number
}) => Promise<LetterTexts['texts']>

const mostKept = 8

/** Keeps the texts of the last letters, so that a mail does not read its letter again. */
export function openLetterTexts(db: Db): ReadLetterTexts {
  const texts = new Map<string, ReturnType<ReadLetterTexts>>()
  return async ({ id, revision }) => {
    const key = `${id} ${revision}`
    const kept = texts.get(key)
    if (kept) return kept
    const read = readTexts(db, id)
    texts.set(key, read)
    read.catch(() => texts.delete(key))
    const [oldest] = texts.keys()
    if (texts.size > mostKept) texts.delete(oldest!)
    return read
  }
}
