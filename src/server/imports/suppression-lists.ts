import type { LeaverKind } from '#server/signup/left-elsewhere.ts'
import { wordOf } from './cell.ts'

/**
 * A list of people who may not be mailed, as mail services export it, known by its columns. `kind`:
 * what it says of people whose row says nothing. `telling`: the column that only such a list has;
 * null where other lists have the same columns, so that the columns are a hint alone.
 */
export type SuppressionList = { name: string; kind: LeaverKind; telling: string | null }

type Known = SuppressionList & {
  /** the names of its columns, in its order */
  columns: string
  /** columns that it may have as well */
  others?: string
  /** whether the same columns in another order are a hint alone */
  inOrder?: true
}

/** As the services document their exports, and programs read these. */
const lists: readonly Known[] = [
  {
    name: "Mailgun's list of bounces",
    kind: 'undeliverable',
    telling: 'error',
    columns: 'address, code, error, created_at',
    others: 'MessageHash',
  },
  ...['tags', 'tag'].map((tags): Known => ({
    name: "Mailgun's list of people who unsubscribed",
    kind: 'left',
    telling: tags,
    columns: `address, ${tags}, created_at`,
    others: 'id',
  })),
  {
    name: "Mailgun's list of complaints",
    kind: 'complained',
    telling: null,
    columns: 'address, created_at',
  },
  {
    name: "SendGrid's list of bounces or blocks",
    kind: 'undeliverable',
    telling: 'reason',
    columns: 'status, reason, email, created',
    inOrder: true,
  },
  {
    name: "SendGrid's list of invalid addresses",
    kind: 'undeliverable',
    telling: 'reason',
    columns: 'reason, email, created',
    inOrder: true,
  },
  {
    name: "SendGrid's list of spam reports",
    kind: 'complained',
    telling: 'ip',
    columns: 'ip, email, created',
    inOrder: true,
  },
  {
    name: "SendGrid's list of people who unsubscribed",
    kind: 'left',
    telling: null,
    columns: 'email, created',
  },
  {
    name: "Postmark's suppression list",
    kind: 'left',
    telling: 'SuppressionReason',
    columns: 'EmailAddress, SuppressionReason, Origin, CreatedAt',
  },
  {
    name: "Amazon SES's suppression list",
    kind: 'left',
    telling: 'Reason',
    columns: 'EmailAddress, Reason, LastUpdateTime',
  },
  {
    name: "Resend's suppression list",
    kind: 'left',
    telling: 'origin',
    columns: 'email, origin, source_id, created_at',
    others: 'object, id',
  },
  ...['source', 'description'].map((telling): Known => ({
    name: "SparkPost's suppression list",
    kind: 'left',
    telling: 'type',
    columns: `recipient, type, ${telling}`,
    others:
      'source, description, created, updated, subaccount_id, list_id, transactional, non_transactional',
  })),
  {
    name: "Mandrill's rejection list",
    kind: 'left',
    telling: 'reason',
    columns: 'email, reason, detail, created_at, last_event_at',
    others: 'expires_at, subaccount, expired, sender',
  },
]

const wordsIn = (names: string | undefined): string[] => names?.split(', ').map(wordOf) ?? []

/** The list that has these columns (`fieldName` of cell.ts), and no others; null if none is known to. */
export function suppressionListOf(names: readonly string[]): SuppressionList | null {
  const has = names.map(wordOf)
  for (const { columns, others, inOrder, telling, name, kind } of lists) {
    const [all, more] = [wordsIn(columns), wordsIn(others)]
    if (!all.every((word) => has.includes(word))) continue
    if (!has.every((word) => all.includes(word) || more.includes(word))) continue
    const isOther = inOrder && all.some((word, index) => has[index] !== word)
    return { name, kind, telling: isOther ? null : telling }
  }
  return null
}
