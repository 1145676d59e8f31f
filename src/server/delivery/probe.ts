import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { largeProviders } from '#server/outbox/large-providers.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { probeEveryMs, type Pause } from './queue-pause.ts'
import { isDue, waitsFor } from '#server/outbox/turns.ts'

/** A domain is probed again after this many others, if mails to others wait. */
const othersFirst = 2
/** The next probe is chosen among this many mails in turn: one network has one in each round. */
const candidates = 1_000

/**
 * The domain of the next probe of a paused queue, null where no mail waits. Large providers come
 * first, then confirmed addresses, then others, and none of the last two probed domains while
 * another waits. So an attacker with a hundred domains cannot refuse all probes: a large provider
 * is probed at least every 45 minutes.
 */
export async function probeDomain(
  trx: Kysely<Schema>,
  { probed }: Pick<Pause, 'probed'>,
  isQuiet: boolean,
): Promise<string | null> {
  const next = trx
    .selectFrom('outbox')
    .select(['domain', 'person_id', 'priority', 'turn'])
    .where(isDue)
    .where('waits', '=', waitsFor.turn)
    .where('priority', '<=', isQuiet ? priorities.usual : priorities.later)
    .orderBy('priority')
    .orderBy('turn')
    .limit(candidates)
  const waiting = trx
    .selectFrom(next.as('next'))
    .innerJoin('people', 'people.id', 'next.person_id')
    .select('domain')
    .orderBy(({ case: when }) =>
      when()
        .when('domain', 'in', [...largeProviders])
        .then(sql.lit(0))
        .when('people.state', '=', 'confirmed')
        .then(sql.lit(1))
        .else(sql.lit(2))
        .end(),
    )
    .orderBy('priority')
    .orderBy('turn')
    .limit(1)
  const another =
    probed.length > 0
      ? await waiting.where('domain', 'not in', probed).executeTakeFirst()
      : undefined
  return (another ?? (await waiting.executeTakeFirst()))?.domain ?? null
}

/** Returns whether the caller may send the next probe: only one may. */
export async function takeProbe(
  trx: Kysely<Schema>,
  { probed }: Pick<Pause, 'probed'>,
  domain: string,
  now: number,
): Promise<boolean> {
  const domains = [...probed.filter((other) => other !== domain), domain].slice(-othersFirst)
  const { numUpdatedRows } = await trx
    .updateTable('mail_queue')
    .set({ next_probe_at: now + probeEveryMs, probed_domains: JSON.stringify(domains) })
    .where('id', '=', 1)
    .where('paused_reason', 'is not', null)
    // As in `probeAt`.
    .where(({ or, eb }) =>
      or([eb('next_probe_at', '<=', now), eb('next_probe_at', '>', now + probeEveryMs)]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
