import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { countedExactly, type PeopleCount } from '#contract/people-list.ts'
import type { PersonState } from '#contract/waitlist.ts'
import type { Db } from '#server/db/open.ts'
import { providerOf } from '#server/outbox/large-providers.ts'
import { countExactly, countStates, countUpTo, originColumn } from '#server/people/filter.ts'
import { audienceFilter, type Audience } from './audience.ts'

/** The live count of an audience. Reads at most 10,001 entries of an index. */
export async function countAudience(db: Db, audience: Audience): Promise<PeopleCount> {
  const people = await countUpTo(db, audienceFilter(audience), countedExactly)
  const isMore = people > countedExactly
  return { people: isMore ? countedExactly : people, isMore }
}

/** The exact count, for the confirmation page. Reads an index in small steps. */
export const countAudienceExactly = (db: Db, audience: Audience): Promise<number> =>
  countExactly(db, audienceFilter(audience))

/** The people of the audience without a quiz result, for whom `{type}` has no value; exact. */
export const countWithoutType = async (db: Db, audience: Audience): Promise<number> =>
  audience.type === '' || audience.type === 'none'
    ? countExactly(db, { ...audienceFilter(audience), quizType: '' })
    : 0

/** Why others get no copy: people by state who match but are not confirmed; exact. */
export async function countOthers(
  db: Db,
  audience: Audience,
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
export async function countByProvider(db: Db, audience: Audience): Promise<ProviderCount[]> {
  const counts = new Map<string, number>()
  for (let after: string | null = ''; after !== null; await setImmediate()) {
    const step: Step = await domainsAfter(db, audience, after)
    for (const { domain, people } of step.domains) {
      const provider = providerOf(domain)
      counts.set(provider, (counts.get(provider) ?? 0) + people)
    }
    after = step.last
  }
  return [...counts]
    .map(([provider, people]) => ({ provider, people }))
    .sort((a, b) => b.people - a.people || (a.provider < b.provider ? -1 : 1))
}

type Step = { domains: { domain: string; people: number }[]; last: string | null }

/** `last`: the id of the last person read; null after the end. */
async function domainsAfter(db: Db, { type, source }: Audience, after: string): Promise<Step> {
  const end = await db
    .selectFrom('people')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .offset(stepSize - 1)
    .limit(1)
    .executeTakeFirst()
  const rows = await db
    .selectFrom((read) =>
      read
        .selectFrom('people')
        .select(['budget_domain', originColumn])
        .where('id', '>', after)
        .$if(end !== undefined, (all) => all.where('id', '<=', end!.id))
        // Not by the index of states, which would read the whole list in each step.
        .where(sql<string>`state || ''`, '=', 'confirmed')
        .$if(type !== '', (all) =>
          all.where(sql<string>`quiz_type || ''`, '=', type === 'none' ? '' : type),
        )
        .as('found'),
    )
    .select(({ fn }) => ['budget_domain', fn.countAll<number | string>().as('people')])
    .$if(source !== '', (all) => all.where('origin', '=', source))
    .groupBy('budget_domain')
    .execute()
  const domains = rows.map((row) => ({ domain: row.budget_domain, people: Number(row.people) }))
  return { domains, last: end?.id ?? null }
}
