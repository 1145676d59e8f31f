import { randomUUIDv7 } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Consent } from '#contract/campaign.ts'
import type { MailTemplate } from '#contract/render.ts'
import { queueMails } from '#server/mail/outbox.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import type { ConsentsTable, PeopleTable, Schema } from '#server/store/schema.ts'
import { spend, type Spending } from './budgets.ts'
import { mailForKnown, mailForNew, stateOfNew, withMail, type OptIn } from './life.ts'

/** A sign-up that the guard let through. `email` is the stored form (address.ts); `spending` is null where limits are off. */
export type Joining = { email: string; placement: string; source: string; consent: Consent; spending: Spending | null }

export type Joined = { outcome: 'accepted' } | { outcome: 'over-budget'; retryAfterMs: number }

/**
 * Enters a batch of sign-ups in the caller's transaction: budgets first, before any address is looked up; then people,
 * consents and mails, each in one statement, whatever the size of the batch. The mail is queued with the row: a sign-up
 * never waits for, or fails with, the mail server. Answers come in the order of the joinings.
 */
export async function joinAll(trx: Transaction<Schema>, joinings: readonly Joining[], optIn: OptIn, now: number): Promise<Joined[]> {
  const answers = await answersWithinBudget(trx, joinings, now)
  const admitted = joinings.filter((_, index) => answers[index]!.outcome === 'accepted')
  const firstOfEach = [...new Map(admitted.toReversed().map((joining) => [joining.email, joining])).values()].sort(byEmail)
  if (firstOfEach.length > 0) await enter(trx, firstOfEach, optIn, now)
  return answers
}

async function answersWithinBudget(trx: Transaction<Schema>, joinings: readonly Joining[], now: number): Promise<Joined[]> {
  const verdicts = await spend(trx, joinings.map(({ spending }) => spending), now)
  return verdicts.map(({ retryAfterMs }) => (retryAfterMs > 0 ? { outcome: 'over-budget', retryAfterMs } : { outcome: 'accepted' }))
}

async function enter(trx: Transaction<Schema>, joinings: readonly Joining[], optIn: OptIn, now: number): Promise<void> {
  const drafts = new Map(joinings.map((joining) => [joining.email, draft(joining, optIn, now)]))
  const people = await insertRows(trx, 'enter people', [...drafts.values()], (rows) => trx.insertInto('people').values(rows as PeopleTable[])
    .onConflict((same) => same.column('email').doUpdateSet({ email: sql`excluded.email` }))
    .returning(['id', 'email', 'state', 'recent_mails', 'left_at']))

  const known: Asked[] = []
  const asked: Asked[] = []
  for (const person of people) {
    if (person.id === drafts.get(person.email)!.id) asked.push({ person, template: mailForNew(optIn), recentMails: [] })
    else {
      const recentMails: number[] = JSON.parse(person.recent_mails)
      const template = mailForKnown({ state: person.state, recentMails, leftAt: person.left_at }, now)
      if (template) known.push({ person, template, recentMails })
    }
  }
  for (const { person, recentMails } of known)
    await trx.updateTable('people').set({ recent_mails: JSON.stringify(withMail(recentMails, now)) }).where('id', '=', person.id).execute()

  const all = [...asked, ...known]
  if (all.length === 0) return
  const joiningOf = new Map(joinings.map((joining) => [joining.email, joining]))
  const consents = all.map(({ person }) => {
    const { consent, placement } = joiningOf.get(person.email)!
    return { id: randomUUIDv7(), person_id: person.id, version: consent.version, wording: consent.text, placement, given_at: now }
  })
  await insertRows(trx, 'give consents', consents, (rows) => trx.insertInto('consents').values(rows as ConsentsTable[]))
  await queueMails(trx, all.map(({ person, template }) => ({ personId: person.id, email: person.email, template })), now)
}

type Asked = { person: Pick<PeopleTable, 'id' | 'email'>; template: MailTemplate; recentMails: readonly number[] }

const draft = ({ email, placement, source }: Joining, optIn: OptIn, now: number): PeopleTable => ({
  id: randomUUIDv7(), email, state: stateOfNew(optIn), placement, source, created_at: now,
  confirmed_at: optIn === 'single' ? now : null, left_at: null, recent_mails: JSON.stringify([now]),
})

const byEmail = (a: Joining, b: Joining) => (a.email < b.email ? -1 : 1)
