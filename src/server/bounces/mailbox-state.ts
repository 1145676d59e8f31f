import { sql } from 'kysely'
import { readBounceMailbox, type BounceMailbox } from '#server/config/bounce-mailbox.ts'
import type { Db, Store } from '#server/db/store.ts'

/**
 * Why the mailbox is not read. `folder`: it cannot be opened; `move`: handled mails cannot be moved
 * out of it; `interrupted`: the connection broke or hung while reading.
 */
export const mailboxTroubles = [
  'login',
  'certificate',
  'unreachable',
  'folder',
  'move',
  'interrupted',
] as const
export type MailboxTrouble = {
  kind: (typeof mailboxTroubles)[number]
  /** the server's words, masked */
  reason: string
  since: number
}

/**
 * How far the mailbox is read. `of` names it: a new one is read from its first mail, and so is one
 * whose UIDVALIDITY has changed (RFC 9051, 2.3.1.1). Times are in ms.
 */
export type MailboxState = {
  of: string
  uidValidity: string
  lastUid: number
  /** mails before it that failed once: the next reading tries them again */
  failedUids: readonly number[]
  /** when everything in it was read; null before the first time */
  readAt: number | null
  /** mails that were in the folder then: those that are no report about our mails stay for a person */
  left: number
  trouble: MailboxTrouble | null
}

/** The part that operators see. */
export type MailboxReading = Pick<MailboxState, 'readAt' | 'left' | 'trouble'>

/** `url`: BOUNCE_MAILBOX; null where it is not set. */
export async function readMailboxReading(
  db: Db,
  url: string | undefined,
): Promise<MailboxReading | null> {
  if (url === undefined) return null
  const { readAt, left, trouble } = await readMailboxState(db, readBounceMailbox(url))
  return { readAt, left, trouble }
}

const metaKey = 'bounce mailbox'

export async function readMailboxState(db: Db, mailbox: BounceMailbox): Promise<MailboxState> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', metaKey)
    .executeTakeFirst()
  const stored = row && (JSON.parse(row.value) as MailboxState)
  const of = `${mailbox.user} ${mailbox.host} ${mailbox.folder}`
  const unread = {
    uidValidity: '',
    lastUid: 0,
    failedUids: [],
    readAt: null,
    left: 0,
    trouble: null,
  }
  return stored?.of === of ? { ...unread, ...stored } : { of, ...unread }
}

export const saveMailboxState = (store: Store, state: MailboxState): Promise<unknown> =>
  store.transact((trx) =>
    trx
      .insertInto('meta')
      .values({ key: metaKey, value: JSON.stringify(state) })
      .onConflict((same) => same.column('key').doUpdateSet({ value: sql`excluded.value` }))
      .execute(),
  )
