import { parseAddress } from '#contract/address/address.ts'
import type { Question } from '#contract/dashboard/ask.ts'
import { personPath } from '#contract/people/screens.ts'
import type { PersonalData } from '#contract/people/personal-data.ts'
import { promisedMs } from '#contract/promises/promises.ts'
import { act, type Sent } from '#server/acts/act.ts'
import type { Secrets } from '#server/config/secrets.ts'
import type { Db, Store } from '#server/db/store.ts'
import { readResend } from '#server/signup/confirm-people.ts'
import { readPersonalData } from './personal-data.ts'

export type Person = Exclude<Awaited<ReturnType<typeof readPerson>>, null>

/**
 * What operators see of one person; null for an id that is unknown, malformed or no longer stored.
 * `deletedAt`: when retention deletes a person who does not confirm; null for everybody else.
 */
export async function readPerson(db: Db, id: string, now: number) {
  if (!/^[\da-f-]{36}$/.test(id)) return null
  const person = await readPersonalData(db, id)
  const resend = person && (await readResend(db, id, now))
  return resend && { id, person, resend, deletedAt: deletedAtOf(person) }
}

/** When retention deletes a person who does not confirm (ops/expired.ts). */
function deletedAtOf({ state, confirmedAt, joinedAt, importedAt, links }: PersonalData) {
  if ((state !== 'unconfirmed' && state !== 'unsubscribed') || confirmedAt !== null) return null
  const confirmLinks = links.flatMap(({ purpose, endsAt }) =>
    purpose === 'confirm' && endsAt !== null ? [endsAt] : [],
  )
  return Math.max((importedAt ?? joinedAt) + promisedMs('unconfirmed'), ...confirmLinks)
}

export type PersonActDeps = {
  store: Store
  secrets: Secrets
  now: () => number
  /** called after a commit that queued a mail */
  mailQueued: () => void
}

/** A person of the list, or an address that a command names. `noted`: that it left elsewhere. */
export type Target = { id: string } | { id?: string; email: string; noted?: boolean }

export const personAct = act<PersonActDeps>()

/** What all of these acts are on, and the screen that asks for them and reports them. */
export const onPerson = {
  find: ({ store, now }: PersonActDeps, { id }: Sent) => readPerson(store.db, String(id), now()),
  personOf: ({ id }: Target) => id,
  leadsTo: ({ id }: Target) => personPath(id!),
}

export const asked = (
  { id, person }: Person,
  words: Omit<Question, 'nav' | 'crumb'>,
): Question => ({ nav: 'people', crumb: { label: person.email, path: personPath(id) }, ...words })

export const nothing = (person: Person, note: string, text: Question['text']): Question =>
  asked(person, {
    title: 'Nothing to do',
    note,
    facts: {},
    text,
    button: null,
    back: 'Back to the person',
  })

export const gone = 'nothing changed, the person is no longer stored'

export const notOnList = 'the address was not on the list'

export async function withAddress<Read>(typed: string, read: (email: string) => Promise<Read>) {
  const email = parseAddress(typed)
  return email === null ? { wrong: `'${typed}' is not a valid e-mail address.` } : read(email)
}

/** The address with its person, whom the log names. */
export async function addressed({ store: { db } }: PersonActDeps, email: string) {
  const person = await db
    .selectFrom('people')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return { ...person, email }
}

export const emailOf = async (db: Db, personId: string): Promise<string | undefined> =>
  (await db.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirst())
    ?.email
