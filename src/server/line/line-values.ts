import type { LineValues } from '#contract/render.ts'
import { spotCodeText } from '#contract/line.ts'
import { linkOfCode } from '#contract/line-page.ts'
import type { Secrets } from '#server/config/secret-list.ts'
import type { WaveSpotsTable } from '#server/db/wave-schema.ts'
import type { Db } from '#server/db/store.ts'
import { readPlace } from './read-place.ts'
import { codeOfSpot } from './spot-codes.ts'

/** LINE-8: a spot that is held for its person, or that they took: a shop takes its code. */
export const statesWithCode: readonly WaveSpotsTable['state'][] = ['invited', 'came']

/** LETTER-1, LINE-10: what a letter says of a person, as it is sent. */
export async function readLineValues(
  db: Db,
  personId: string,
  { secrets, publicUrl }: { secrets: Secrets; publicUrl: string },
): Promise<LineValues> {
  const place = await readPlace(db, personId)
  const link = await db
    .selectFrom('line_links')
    .select('code')
    .where('personId', '=', personId)
    .executeTakeFirst()
  const spot = await db
    .selectFrom('wave_spots')
    .select(['id', 'codeHash'])
    .where('personId', '=', personId)
    .where('state', 'in', statesWithCode)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const code = spot ? codeOfSpot(secrets, spot) : null
  return {
    ...(place && { place: place.place }),
    ...(link && { link: linkOfCode(publicUrl, link.code) }),
    ...(code !== null && { code: spotCodeText(code) }),
  }
}
