import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { count, goalMark } from './count.ts'

const noon = Date.parse('2026-11-24T12:00:00Z')
const { goal } = campaign.figures.launch.value

test.each(storeEngines)(
  '[END-1] [LINE-7] on %s the goal is stored once, in the transaction that reaches it, and stays reached when people leave',
  async (engine) => {
    const { db, transact } = await freshStore(engine)
    const confirmed = (people: number, at: number) =>
      transact(async (trx) => count(trx, [{ what: 'people_confirmed', at, count: people }]))
    const reachedAt = async () => {
      const marks = db.selectFrom('launch_marks').select('at').where('name', '=', goalMark)
      return (await marks.executeTakeFirst())?.at ?? null
    }
    await confirmed(goal - 1, noon)
    expect(await reachedAt()).toBe(null)
    await confirmed(1, noon + 1)
    await confirmed(-2, noon + 2)
    await confirmed(2, noon + 3)
    expect(await reachedAt()).toBe(noon + 1)
  },
)
