import { mailWaits, type MailWait } from '#contract/mail-waits.ts'
import { jsonWithTimes } from '#contract/json-times.ts'
import { mask } from '#server/config/log.ts'
import type { Db } from '#server/db/store.ts'
import { time } from '#server/delivery/describe-stop.ts'
import { readMailWaits, type WaitTerms } from '#server/delivery/mail-waits.ts'

/** One mail as `npm run mail -- show ID` prints it. Times are in ms. */
export type ShownMail = {
  id: string
  email: string
  template: string
  letter: string | null
  state: string
  queuedAt: number
  sentAt: number | null
  attempts: number
  reason: string | null
  wait: MailWait | null
}
/** `addresses` false: the address is masked as in the log. */
type ShownAs = { addresses: boolean }

export async function readMail(
  db: Db,
  id: string,
  terms: WaitTerms,
  now: number,
): Promise<ShownMail | null> {
  const mail = await db
    .selectFrom('outbox')
    .leftJoin('letters', 'letters.id', 'letterId')
    .select(['outbox.id', 'outbox.email', 'template', 'subject as letter', 'outbox.state'])
    .select(['outbox.createdAt as queuedAt', 'sentAt', 'attempts', 'reason'])
    .where('outbox.id', '=', id)
    .executeTakeFirst()
  if (!mail) return null
  const waits = await readMailWaits(db, { mail: id }, terms, now)
  return { ...mail, wait: waits.get(id) ?? null }
}

export function describeMail(mail: ShownMail, { addresses }: ShownAs): string[] {
  const { template, letter, state, queuedAt, sentAt, attempts, reason, wait } = mail
  const shown = (text: string) => (addresses ? text : mask(text))
  const lines: [string, string | null][] = [
    ['mail', mail.id],
    ['to', shown(mail.email)],
    ['template', letter === null ? template : `${template}: ${letter}`],
    ['state', state],
    ['queued', time(queuedAt)],
    ['accepted', sentAt === null ? null : time(sentAt)],
    ['tries', String(attempts)],
    ['last answer', reason && shown(reason)],
    ['waits for', wait && mailWaits[wait.waitsFor].for],
    ['until', wait && untilOf(wait)],
    ['because', wait?.because && wait.because !== reason ? shown(wait.because) : null],
  ]
  return lines.flatMap(([name, text]) => (text === null ? [] : [`${name.padEnd(12)} ${text}`]))
}

const untilOf = ({ waitsFor, until }: MailWait): string =>
  until === null ? mailWaits[waitsFor].ends : `${time(until)} at the earliest`

export function mailAsJson({ wait, ...mail }: ShownMail, { addresses }: ShownAs): string {
  const { waitsFor = null, until = null, because = null } = wait ?? {}
  const shown = (text: string | null) => (addresses || text === null ? text : mask(text))
  return jsonWithTimes(
    {
      ...mail,
      email: shown(mail.email),
      reason: shown(mail.reason),
      waitsFor,
      until: until === null ? null : time(until),
      because: shown(because),
    },
    2,
  )
}
