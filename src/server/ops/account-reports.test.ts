import { expect, test } from 'vitest'
import { readIncidents } from './incidents.ts'
import { freshFolder, freshStore, storeEngines } from '#test/fresh-store.ts'
import { noon, queueTo } from '#test/mailbox.ts'
import { storeReport, readAccountReports } from '#server/bounces/reports.ts'
import { silentLog } from '#test/silent-log.ts'

const dayMs = 24 * 3_600_000
const words = '550 5.4.5 Daily user sending limit exceeded'

async function openScene(engine: (typeof storeEngines)[number]) {
  const store = await freshStore(engine)
  const mailed = async (email: string, state: 'confirmed' | 'unconfirmed', at: number) => {
    const personId = await queueTo(store, email, 'listed', state, at)
    const { id: mailId } = await store.db
      .selectFrom('outbox')
      .select('id')
      .where('personId', '=', personId)
      .executeTakeFirstOrThrow()
    const report = { kind: 'account', via: 'mailbox', mailId, eventKey: mailId } as const
    await storeReport({ store, log: silentLog }, { ...report, reason: words }, at)
    return personId
  }
  return { store, mailed }
}

test.each(storeEngines)(
  '[BACK-4] on %s words about the account in three reports of a day about large providers or confirmed addresses are an incident, and change nobody',
  async (engine) => {
    const { store, mailed } = await openScene(engine)
    const people = [
      await mailed('sanne@gmail.com', 'unconfirmed', noon),
      await mailed('jan@club.example', 'unconfirmed', noon),
      await mailed('eva@outlook.com', 'unconfirmed', noon),
      await mailed('old@gmail.com', 'unconfirmed', noon - dayMs),
    ]
    expect(await readAccountReports(store.db, noon)).toBeNull()
    people.push(await mailed('tim@yahoo.com', 'unconfirmed', noon))
    expect(await readAccountReports(store.db, noon)).toEqual({ mails: 3, reason: words })
    expect(await readAccountReports(store.db, noon + dayMs)).toBeNull()
    const incidents = await readIncidents(store.db, { dataDir: freshFolder() }, noon)
    expect(incidents.find(({ key }) => key === 'account')).toMatchObject({
      title: 'Mail comes back for a reason of your mail account',
      sinceMs: null,
    })
    const rows = await store.db
      .selectFrom('people')
      .select(['state', 'mailSuspendedUntil as until'])
      .where('id', 'in', people)
      .execute()
    expect(rows).toEqual(people.map(() => ({ state: 'unconfirmed', until: null })))
  },
)
