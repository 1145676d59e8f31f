import type { Db, Store } from '#server/db/open.ts'
import { openBatcher } from '#server/db/batcher.ts'
import type { MailData } from '#server/outbox/outbox.ts'
import type { ClaimedMail } from './leases.ts'

/** A mail as it is just before it is sent, with its person and its letter. */
export type CurrentMail = Omit<Row, 'data'> & { data: MailData }

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
        return row?.lease_owner === owner
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
    .innerJoin('people', 'people.id', 'outbox.person_id')
    .leftJoin('sequence_places', 'sequence_places.person_id', 'people.id')
    .leftJoin('letters', 'letters.id', 'outbox.letter_id')
    .select([
      'outbox.id',
      'outbox.template',
      'outbox.created_at',
      'outbox.data',
      'outbox.priority',
      'outbox.lease_owner',
      'people.state',
      'people.left_at',
      'people.mail_suspended_until',
      'sequence_places.mail_id as stepMail',
      'letters.state as letterState',
    ])
    .where('outbox.id', 'in', ids)
    .where('outbox.state', '=', 'sending')
    .execute()
