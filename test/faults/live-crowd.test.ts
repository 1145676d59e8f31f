import { expect, test } from 'vitest'
import { performanceTypes } from '#test/quiz-taker.ts'
import { campaignFigureTerms, readLiveFigures } from '#server/live/figures.ts'
import { freshStore, type FreshStore } from '#test/fresh-store.ts'
import { linePeople } from '#test/line-people.ts'
import type { Added } from '#test/live-acts.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { inAnotherProcess } from '#test/other-process.ts'

const acts = Number(process.env['LIVE_ACTS'] ?? 240)
const processes = 3
const hourMs = 3_600_000
/** A Wednesday, on the hour in Amsterdam as well. */
const from = Date.parse('2026-11-25T09:00:00Z')
const now = from + 3 * hourMs + 60_000
const terms = { ...campaignFigureTerms, periods: [] }

test('[LIVE-2] [LIVE-4] while three processes join, confirm, leave, save and erase people on one Postgres, the live figures are at every moment those of a recount', async () => {
  const store = await freshStore('postgres')
  await linePeople(store)
  const programs = await Promise.all(
    Array.from({ length: processes }, (_, n) =>
      inAnotherProcess(`
        import { actAll } from './test/live-acts.ts'
        console.log('ready')
        const acts = ${JSON.stringify({ seed: n + 1, acts: Math.ceil(acts / processes), people: 80, from, lastMs: 3 * hourMs })}
        console.log(JSON.stringify(await actAll(${JSON.stringify(store.where)}, acts)))`),
    ),
  )
  const running = new Set(programs)
  const added = programs.map(async (program) => {
    const line = await program.nextLine()
    running.delete(program)
    return JSON.parse(line) as Added[]
  })
  let moments = 0
  for (; running.size > 0; moments++) {
    const { shown, counted } = await bothOf(store)
    expect(shown).toEqual(counted)
  }
  const { shown, counted } = await bothOf(store)
  expect(shown).toEqual(counted)
  expect(shown[0]).toBeGreaterThan(0)
  const { confirmed, quizTypes, offers } = await readLiveFigures(store.db, terms, now)
  const left = [offers['legacyPack']!.left, offers['program']!.left]
  expect({ confirmed, quizTypes, left }).toEqual(lastingOf((await Promise.all(added)).flat()))
  recordMeasurement(`${acts} acts through ${processes} processes: ${moments} recounts meanwhile`)
  await Promise.all(programs.map((program) => program.kill()))
})

/** The figures and a recount of the rows that they count, of one moment. */
const bothOf = ({ db }: FreshStore) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { registered, waiting, nextPlace } = await readLiveFigures(trx, terms, now)
      const people = await trx
        .selectFrom('people')
        .select('id')
        .where('state', '=', 'confirmed')
        .execute()
      const places = await trx
        .selectFrom('line')
        .select('personId')
        .where('state', '=', 'waiting')
        .execute()
      const counted = [people.length, places.length, places.length + 1]
      return { shown: [registered, waiting, nextPlace], counted }
    })

/** The counts that remain when people leave or are erased, by what the processes added. */
function lastingOf(added: readonly Added[]) {
  const times = added.flatMap((one) => (one && 'confirmedAt' in one ? [one.confirmedAt] : []))
  const hour = times.filter((at) => at >= from + 2 * hourMs).length
  const saved = added.flatMap((one) => (one && 'saved' in one ? [one.saved] : []))
  const quizTypes = performanceTypes
    .map((type) => [type, saved.filter((one) => one === type).length] as const)
    .filter(([, times]) => times >= 20)
  return {
    confirmed: { hour, today: times.length, week: times.length },
    quizTypes: Object.fromEntries(quizTypes),
    left: (['legacyPack', 'program'] as const).map((offer) =>
      Math.max(0, terms.offers.get(offer)!.most! - times.length),
    ),
  }
}
