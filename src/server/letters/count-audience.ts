import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { countedExactly, type PeopleCount } from '#contract/people-list.ts'
import type { PersonState } from '#contract/waitlist.ts'
import type { Placeholder } from '#contract/letters.ts'
import type { Db } from '#server/db/open.ts'
import { statesWithCode } from '#server/line/standing.ts'
import { providerOf } from '#server/outbox/large-providers.ts'
import { countExactly, countStates, countUpTo, originColumn } from '#server/people/filter.ts'
import type { LetterAudience } from '#contract/letters.ts'
import { audienceFilter } from './audience.ts'
import type { WithoutValue } from './checks.ts'

/** The live count of an audience. Reads at most 10,001 entries of an index. */
export async function countAudience(db: Db, audience: LetterAudience): Promise<PeopleCount> {
  const people = await countUpTo(db, audienceFilter(audience), countedExactly)
  const isMore = people > countedExactly
  return { people: isMore ? countedExactly : people, isMore }
}

/** The exact count, for the confirmation page. Reads an index in small steps. */
export const countAudienceExactly = (db: Db, audience: LetterAudience): Promise<number> =>
  countExactly(db, audienceFilter(audience))

/** The people of the audience for whom these placeholders have no value; exact. */
export async function countWithout(
  db: Db,
  audience: LetterAudience,
  names: ReadonlySet<Placeholder>,
): Promise<WithoutValue> {
  const without: WithoutValue = {}
  for (const name of names)
    without[name] =
      name === 'type'
        ? await countWithoutType(db, audience)
        : await countOutside(db, audience, name)
  return without
}

const countWithoutType = async (db: Db, audience: LetterAudience): Promise<number> =>
  audience.type === '' || audience.type === 'none'
    ? countExactly(db, { ...audienceFilter(audience), quizType: '' })
    : 0

/**
 * It reads all people in the order of the table, in small steps between which other requests run.
 */
async function countOutside(
  db: Db,
  audience: LetterAudience,
  name: Exclude<Placeholder, 'type'>,
): Promise<number> {
  let without = 0
  for (let after: string | null = ''; after !== null; await setImmediate()) {
    const end: string | undefined = await endOfStep(db, after)
    const { people } = await peopleOfStep(db, audience, { after, end })
      .select(({ fn }) => fn.countAll<number>().as('people'))
      .where(({ not, exists }) => not(exists(valueOf(db, name))))
      .executeTakeFirstOrThrow()
    without += people
    after = end ?? null
  }
  return without
}

/** Why others get no copy: people by state who match but are not confirmed; exact. */
export async function countOthers(
  db: Db,
  audience: LetterAudience,
): Promise<Record<Exclude<PersonState, 'confirmed'>, number>> {
  const others = ['unconfirmed', 'unsubscribed', 'bounced', 'complained', 'suppressed'] as const
  return countStates(db, { ...audienceFilter(audience), states: others })
}

export type ProviderCount = { provider: string; people: number }

/** People that one step of a breakdown reads. */
const stepSize = 5_000

/**
 * The audience by large provider and `other`, the most people first; exact. It reads all people in
 * the order of the table, in small steps between which other requests run.
 */
export async function countByProvider(db: Db, audience: LetterAudience): Promise<ProviderCount[]> {
  const counts = new Map<string, number>()
  for (let after: string | null = ''; after !== null; await setImmediate()) {
    const step: Step = await domainsAfter(db, audience, after)
    for (const { budgetDomain, people } of step.domains) {
      const provider = providerOf(budgetDomain)
      counts.set(provider, (counts.get(provider) ?? 0) + people)
    }
    after = step.last
  }
  return [...counts]
    .map(([provider, people]) => ({ provider, people }))
    .sort((a, b) => b.people - a.people || (a.provider < b.provider ? -1 : 1))
}

type Step = { domains: { budgetDomain: string; people: number }[]; last: string | null }

/** `last`: the id of the last person read; null after the end. */
async function domainsAfter(db: Db, audience: LetterAudience, after: string): Promise<Step> {
  const end = await endOfStep(db, after)
  const domains = await peopleOfStep(db, audience, { after, end })
    .select(({ fn }) => ['budgetDomain', fn.countAll<number>().as('people')])
    .groupBy('budgetDomain')
    .execute()
  return { domains, last: end ?? null }
}

/** The last person of a step; undefined for the last step. */
const endOfStep = async (db: Db, after: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('people')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .offset(stepSize - 1)
      .limit(1)
      .executeTakeFirst()
  )?.id

const peopleOfStep = (
  db: Db,
  { type, source }: LetterAudience,
  { after, end }: { after: string; end: string | undefined },
) =>
  db
    .selectFrom((read) =>
      read
        .selectFrom('people')
        .select(['id', 'budgetDomain', originColumn])
        .where('id', '>', after)
        .$if(end !== undefined, (all) => all.where('id', '<=', end!))
        // Not by the index of states, which would read the whole list in each step.
        .where(sql<string>`state || ''`, '=', 'confirmed')
        .$if(type !== '', (all) =>
          all.where(sql<string>`"quizType" || ''`, '=', type === 'none' ? '' : type),
        )
        .as('found'),
    )
    .$if(source !== '', (all) => all.where('origin', '=', source))

/** What gives a person a value (line/standing.ts). */
const valueOf = (db: Db, name: Exclude<Placeholder, 'type'>) => {
  const own = sql.ref<string>('found.id')
  if (name === 'place')
    return db
      .selectFrom('line')
      .select('line.personId')
      .where('line.personId', '=', own)
      .where('line.state', '=', 'waiting')
  if (name === 'link')
    return db.selectFrom('line').select('line.personId').where('line.personId', '=', own)
  return db
    .selectFrom('wave_spots')
    .select('wave_spots.id')
    .where('wave_spots.personId', '=', own)
    .where('wave_spots.state', 'in', statesWithCode)
}
