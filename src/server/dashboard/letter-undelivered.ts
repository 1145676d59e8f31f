import type { UndeliveredMail } from '#contract/letter-screens.ts'
import type { Role } from '#contract/screens.ts'
import type { Db } from '#server/db/open.ts'
import type { Letter } from '#server/letters/letter.ts'
import type { ScreenHandler } from './guard.ts'
import { letterIn, showNoLetter } from './letter-list.ts'
import { maskAddress, maskTexts } from './mask-address.ts'
import type { DashboardDeps } from './routes.ts'

const mostShown = 200

/** LETTER-4: who did not get a letter, the latest first; masked for readers. */
export const undeliveredScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const letter = await letterIn(request, deps)
    if (!letter || letter.state === 'draft') return showNoLetter(request, reply, who, deps)
    const mails = [
      ...(await refusedMails(deps.store.db, letter)),
      ...(await reportedMails(deps.store.db, letter)),
    ].sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1))
    return deps.screens.show(request, reply, who, {
      screen: 'letter-undelivered',
      id: letter.id,
      subject: letter.text.subject,
      mails: mails.slice(0, mostShown).map((mail) => shownTo(who.role, mail)),
      isMore: mails.length > mostShown,
    })
  }

const shownTo = (role: Role, mail: UndeliveredMail): UndeliveredMail =>
  role === 'operator'
    ? mail
    : {
        ...mail,
        personId: null,
        email: maskAddress(mail.email),
        reason: maskTexts(mail.reason),
      }

/** Refused in the SMTP dialogue. Reads failed mails by their time, not all mails of the letter. */
async function refusedMails(db: Db, { id, frozenAt }: Letter): Promise<UndeliveredMail[]> {
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('people', 'people.id', 'outbox.person_id')
    .select(['outbox.id', 'person_id as personId', 'outbox.email', 'due_at as atMs', 'reason'])
    .select('people.state as personState')
    .where('outbox.state', '=', 'dead')
    .where('due_at', '>=', frozenAt ?? 0)
    .where('letter_id', '=', id)
    .orderBy('due_at', 'desc')
    .limit(mostShown + 1)
    .execute()
  return rows.map(({ personState, reason, ...row }) => ({
    ...row,
    kind: personState === 'bounced' ? 'bounced' : 'refused',
    reason: reason ?? '',
  }))
}

/** Accepted first, then reported: a bounce or a complaint. */
async function reportedMails(db: Db, { id, frozenAt }: Letter): Promise<UndeliveredMail[]> {
  const rows = await db
    .selectFrom('mail_reports')
    .innerJoin('outbox', 'outbox.id', 'mail_reports.mail_id')
    .select(['mail_reports.id', 'outbox.person_id as personId', 'email', 'at as atMs', 'kind'])
    .select('mail_reports.reason')
    .where('kind', 'in', ['hard-bounce', 'complaint'])
    .where('via', '<>', 'smtp')
    .where('at', '>=', frozenAt ?? 0)
    .where('letter_id', '=', id)
    .orderBy('at', 'desc')
    .limit(mostShown + 1)
    .execute()
  return rows.map((row) => ({
    ...row,
    kind: row.kind === 'complaint' ? 'complained' : 'bounced',
  }))
}
