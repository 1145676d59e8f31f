import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { act, drawAct, drawing } from '#test/live-acts.ts'
import { count } from '#server/counts/count.ts'
import { beginLine } from '#server/line/begin.ts'
import { lockLine } from '#server/line/line.ts'
import { campaignFigureTerms, readLiveFigures } from './figures.ts'

const terms = { ...campaignFigureTerms, periods: [] }
/** A Wednesday at 12:30 in Amsterdam. */
const noon = Date.parse('2026-11-25T11:30:00Z')
const hourMs = 3_600_000

describe.each(storeEngines)('live figures on %s', (engine) => {
  test('[LIVE-2] after each of many random acts the registered are those of a recount', async () => {
    const store = await freshStore(engine)
    const draw = drawing(17)
    for (let step = 0; step < 250; step++) {
      const now = noon + step * 60_000
      await act(store, `person${draw(12)}@example.com`, drawAct(draw), now)
      if (step % 5 > 0) continue
      const { registered, waiting, nextPlace } = await readLiveFigures(store.db, terms, now)
      const people = await store.db
        .selectFrom('people')
        .select('id')
        .where('state', '=', 'confirmed')
        .execute()
      expect([registered, waiting, nextPlace]).toEqual([
        people.length,
        people.length,
        people.length + 1,
      ])
    }
  })

  test('[LINE-1] [LINE-7] the next place follows the line: who is invited leaves it and stays registered', async () => {
    const store = await freshStore(engine)
    await beginLine(store, async () => store, campaign.line!.terms, noon)
    for (const name of ['mila', 'finn', 'noor'])
      for (let joined = 0; joined < 2; joined++)
        await act(store, `${name}@example.com`, { does: 'confirm' }, noon)
    const figures = async (hasLine = true) => {
      const read = await readLiveFigures(store.db, { ...terms, hasLine }, noon)
      return [read.registered, read.waiting, read.nextPlace]
    }
    expect(await figures()).toEqual([3, 3, 4])
    await store.transact(async (trx) => {
      await lockLine(trx)
      const first = trx.selectFrom('line').select('personId').orderBy('key').limit(2)
      await trx
        .updateTable('line')
        .set({ state: 'invited', key: null })
        .where('personId', 'in', first)
        .execute()
    })
    expect(await figures()).toEqual([3, 1, 2])
    expect(await figures(false)).toEqual([3, 3, 4])
  })

  test('[LIVE-7] confirmations are counted in whole hours of the campaign, without those of an import', async () => {
    const store = await freshStore(engine)
    const at = (hoursAgo: number, times: number, what: 'confirmed' | 'confirmed_by_import') => ({
      what,
      at: noon - hoursAgo * hourMs,
      count: times,
    })
    await store.transact(async (trx) =>
      count(trx, [
        at(0, 100, 'confirmed'),
        at(1, 7, 'confirmed'),
        at(1, 2, 'confirmed_by_import'),
        at(12, 10, 'confirmed'),
        at(13, 20, 'confirmed'),
        at(60, 40, 'confirmed'),
        at(61, 80, 'confirmed'),
      ]),
    )
    expect((await readLiveFigures(store.db, terms, noon)).confirmed).toEqual({
      hour: 5,
      today: 15,
      week: 75,
    })
  })

  test('[LIVE-2] a quiz type is shown from 20 saved results on', async () => {
    const store = await freshStore(engine)
    await store.transact(async (trx) =>
      count(trx, [
        { what: 'quiz_saved', at: noon, placement: 'focus', count: 20 },
        { what: 'quiz_saved', at: noon, placement: 'energy', count: 19 },
      ]),
    )
    expect((await readLiveFigures(store.db, terms, noon)).quizTypes).toEqual({ focus: 20 })
  })
})
