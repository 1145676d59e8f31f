import { expect, test } from 'vitest'
import { openLaunch } from '#contract/launch/launch.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import {
  openBeforeMs,
  runOnceMails,
  withholdOnceMails,
  confirmOnce,
  createOnceToken,
  findOnce,
  requestOnce,
} from './once-requests.ts'

const consent = { version: 'once-1', text: 'One mail, then deleted. Privacy', link: 'Privacy' }
const start = Date.parse('2026-11-24T08:00:00Z')
const dayMs = 24 * 3_600_000

async function open(engine: (typeof storeEngines)[number]) {
  const store = await freshStore(engine)
  const ask = (email: string, now = start) =>
    store.transact((trx) =>
      requestOnce(trx, { email, consent, network: 'one', language: 'en' }, now),
    )
  const requests = () => store.db.selectFrom('once_requests').selectAll().orderBy('email').execute()
  const mails = async (template: string) =>
    (
      await store.db
        .selectFrom('outbox')
        .where('personId', 'is', null)
        .select('email')
        .where('template', '=', template)
        .execute()
    ).length
  const confirm = async (email: string) => {
    const { id } = (await requests()).find((request) => request.email === email)!
    await store.transact((trx) => confirmOnce(trx, id, start))
  }
  return { store, ask, requests, mails, confirm }
}

test.each(storeEngines)(
  '[END-3] an address gets one confirm mail in 24 hours and three in all, on %s',
  async (engine) => {
    const { ask, mails, requests } = await open(engine)
    for (const days of [0, 0, 0.9, 1, 2, 3, 4]) await ask('anna@example.com', start + days * dayMs)
    expect([await mails('once-confirm'), (await requests()).length]).toEqual([3, 1])
  },
)

test.each(storeEngines)(
  '[END-3] two servers queue one mail to each confirmed address, on %s',
  async (engine) => {
    const { store, ask, confirm, mails } = await open(engine)
    for (const email of ['anna@example.com', 'ben@example.com', 'cleo@example.com'])
      await ask(email)
    await confirm('anna@example.com')
    await confirm('ben@example.com')
    const launch = { ...openLaunch, since: start + dayMs }
    const run = () => runOnceMails(store, launch, start + dayMs + openBeforeMs)
    await Promise.all([run(), run()])
    expect(await mails('once')).toBe(2)
  },
)

test('[END-3] after a restore the addresses of the backup get no mail, as they may have had it', async () => {
  const { store, ask, confirm, mails } = await open('sqlite')
  await ask('anna@example.com')
  await confirm('anna@example.com')
  expect(await withholdOnceMails(store, start)).toBe(1)
  const launch = { ...openLaunch, since: start + dayMs }
  expect(await runOnceMails(store, launch, start + 2 * dayMs)).toBe(false)
  expect([await mails('once'), await mails('once-confirm')]).toEqual([0, 0])
})

test('[END-3] a link of an unconfirmed address works for 30 days, and a new mail replaces it', async () => {
  const { store, ask, requests } = await open('sqlite')
  await ask('anna@example.com')
  const { id } = (await requests())[0]!
  const first = (await createOnceToken(store, id, start))!
  expect(await findOnce(store.db, first, start + 30 * dayMs - 1)).toMatchObject({ id })
  expect(await findOnce(store.db, first, start + 30 * dayMs)).toBe(null)
  const second = (await createOnceToken(store, id, start + dayMs))!
  expect(await findOnce(store.db, first, start + dayMs)).toBe(null)
  expect(await findOnce(store.db, second, start + dayMs)).toMatchObject({ id })
  expect(await createOnceToken(store, 'gone', start)).toBe(null)
})
