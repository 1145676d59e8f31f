import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCode } from '#contract/line/line.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { dayMs, linePeople, terms, type LinePeople } from '#test/line-people.ts'
import { silentLog } from '#test/silent-log.ts'
import { waitingFor } from '#test/waiting-for.ts'
import type { Store } from '#server/db/store.ts'
import { nameLink, nameOfLink, newCode, renewCode, renewOlderCode } from './codes.ts'
import { lockLine } from './line.ts'
import { resumeNews, stopNews } from './news.ts'
import { forgetWhoStayedAway } from './enter.ts'

test('[LINE-3] codes are well formed and have nothing in common', () => {
  const codes = Array.from({ length: 64 }, newCode)
  expect(new Set(codes).size).toBe(64)
  expect(codes.map((code) => readCode(code))).toEqual(codes)
  for (let position = 0; position < 7; position++)
    expect(new Set(codes.map((code) => code[position])).size).toBeGreaterThan(16)
})

describe.each(storeEngines)('a link on %s', (engine) => {
  let store: Store
  let people: LinePeople
  let n = 0
  beforeAll(async () => {
    store = await freshStore(engine)
    people = await linePeople(store)
  })
  afterAll(() => store.close())

  const names = (id: string, name: string) => store.transact((trx) => nameLink(trx, id, name))
  const nameOn = (id: string) =>
    store.db.selectFrom('line').select('name').where('personId', '=', id).executeTakeFirst()

  test('[LINE-3] only people in line put their name on the link, and again after their return', async () => {
    const mila = await people.enters('mila@example.com')
    await names(mila, 'Mila')
    expect(await nameOfLink(store.db, mila)).toBe('Mila')
    await people.leaves(mila)
    await names(mila, 'Mila')
    expect([await nameOn(mila), await nameOfLink(store.db, mila)]).toEqual([{ name: '' }, null])
    await people.confirms(mila)
    await names(mila, 'Mila')
    expect(await nameOfLink(store.db, mila)).toBe('Mila')
  })

  test('[LINE-3] nor do those whose address bounced, or who stayed away', async () => {
    const email = 'finn@example.com'
    const finn = await people.enters(email)
    await people.isSilenced({ id: finn, email }, 'bounced')
    await names(finn, 'Finn')
    expect(await nameOn(finn)).toEqual({ name: '' })
    people.clock.now += terms.returnDays * dayMs
    const upkeep = { terms, log: silentLog, now: people.clock.now, stopping: () => false }
    await forgetWhoStayedAway(store, upkeep)
    await names(finn, 'Finn')
    expect(await nameOn(finn)).toEqual({ name: '' })
  })

  test.each<[string, (...of: Work) => Promise<unknown>]>([
    ['names the link', (...[trx, id]: Work) => nameLink(trx, id, 'Kim')],
    ['renews the link', renewCode],
    ['renews a link from before', renewOlderCode],
    ['stops the mails about friends', stopNews],
    ['resumes them', resumeNews],
  ] as const)(
    '[LINE-1] who %s waits until another change of the line is stored',
    async (_, act) => {
      const id = await people.enters(`kim${n++}@example.com`)
      const ended: string[] = []
      let pressed: Promise<unknown> | undefined
      await store.transact(async (trx) => {
        await lockLine(trx)
        pressed = store
          .transact((other) => act(other, id, people.clock.now + 1))
          .then(() => ended.push('press'))
        // The one writer of SQLite orders them.
        if (engine === 'postgres')
          await expect.poll(() => waitingFor(trx), { timeout: 60_000 }).toBe(1)
        ended.push('change')
      })
      await pressed
      expect(ended).toEqual(['change', 'press'])
    },
  )
})

type Work = Parameters<typeof renewCode>
