import type { Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Count, FinalCount } from './count.ts'
import { isNamed, keyOf, namesToCount, other, type Source } from './sources.ts'
import { zoneClock } from './zone-clock.ts'

type Named = Count & { source: Source }

/**
 * Replaces the sources that are not counted by name with `other`: new names beyond the limit of
 * their day, and for a confirmation the source that its sign-up was not counted under.
 */
export async function resolveSources(
  trx: Transaction<Schema>,
  counts: readonly Count[],
  timeZone: string,
): Promise<FinalCount[]> {
  const fresh = counts.filter((one): one is Named => one.name === 'new' && one.source !== undefined)
  const allowed = await namesToCount(
    trx,
    fresh.map(({ source }) => source),
    Math.max(...fresh.map(({ at }) => at)),
  )
  const { hourOf } = zoneClock(timeZone)
  const final: FinalCount[] = []
  for (const { name, ...one } of counts) {
    const { source, placement = '' } = one
    const isKnown =
      !source ||
      !isNamed(source) ||
      name === undefined ||
      (name === 'new'
        ? allowed.has(keyOf(source))
        : await isCounted(trx, counts, allowed, { at: name, source, placement, hourOf }))
    final.push(isKnown ? one : { ...one, source: other })
  }
  return final
}

/** Whether a sign-up was counted under its source's name, in this transaction or before. */
async function isCounted(
  trx: Transaction<Schema>,
  counts: readonly Count[],
  allowed: ReadonlySet<string>,
  signUp: { at: number; source: Source; placement: string; hourOf: (at: number) => number },
): Promise<boolean> {
  const { source, placement } = signUp
  const [key, hour] = [keyOf(source), signUp.hourOf(signUp.at)]
  const isNow = counts.some(
    (one) =>
      one.what === 'joined' &&
      one.source !== undefined &&
      keyOf(one.source) === key &&
      one.placement === placement &&
      signUp.hourOf(one.at) === hour,
  )
  if (isNow && allowed.has(key)) return true
  const counted = await trx
    .selectFrom('hourly_counts')
    .select('hour')
    .where('hour', '=', hour)
    .where('what', '=', 'joined')
    .where('source', '=', key)
    .where('placement', '=', placement)
    .executeTakeFirst()
  return counted !== undefined
}
