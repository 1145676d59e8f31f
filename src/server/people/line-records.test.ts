import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { consentIn } from '#contract/campaign/consents.ts'
import { jsonWithTimes } from '#contract/time.ts'
import { ourTables } from '#server/db/schema.ts'
import { beginLine } from '#server/line/begin.ts'
import { campaignLine } from '#server/line/enter.ts'
import { noteMoves } from '#server/line/line.ts'
import { ruleOnCredit } from '#server/line/acts.ts'
import { inviteWave } from '#server/line/waves.ts'
import { addPeople } from '#server/signup/add-people.ts'
import { erasePerson } from '#server/signup/erasure.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { leave } from '#server/signup/membership.ts'
import { freshStore, storeEngines, testSecret, type FreshStore } from '#test/fresh-store.ts'
import { readPersonalData } from './personal-data.ts'

const noon = Date.parse('2026-11-24T12:00:00Z')
const day = 24 * 3_600_000
const confirmLink = { purpose: 'confirm', createdAt: noon, expiresAt: null } as const

describe.each(storeEngines)('what the line keeps about somebody, on %s', (engine) => {
  let store: FreshStore
  beforeAll(async () => {
    store = await freshStore(engine)
    await beginLine(store, async () => store, campaignLine, noon)
  })
  afterAll(() => store.close())
  const consent = consentIn(campaign.consents, 'en')
  const confirms = (name: string, code = '') =>
    store.transact(async (trx) => {
      const email = `${name}@example.com`
      const entry = { email, placement: 'hero', source: '', consent } as const
      const id = (await addPeople(trx, [entry], 'double', noon)).get(email)!
      await confirmPerson(trx, id, noon, { code, address: null, secrets: [testSecret] })
      return id
    })
  const lineOf = async (id: string) => (await readPersonalData(store.db, id))!.line!
  const invite = () =>
    store.transact((trx) =>
      inviteWave(
        trx,
        { spots: 1, until: noon + day, quizType: null, by: 'shell' },
        testSecret,
        noon,
      ),
    )

  test('[LINE-9] is all in their data, with friends as numbers, and an erasure leaves nothing of it in any table', async () => {
    const mila = await confirms('mila')
    const { code } = (await lineOf(mila)).link!
    const finn = await confirms('finn', code)
    // Of the mail by which a friend confirmed.
    await store.db
      .insertInto('link_tokens')
      .values({ ...confirmLink, hash: 'f'.repeat(64), personId: finn, via: code })
      .execute()
    await store.db.updateTable('line').set({ name: 'Mila' }).where('personId', '=', mila).execute()
    await invite()
    const kept = await lineOf(mila)
    const file = jsonWithTimes((await readPersonalData(store.db, mila))!)
    expect(JSON.parse(file).line.friends).toEqual({ counted: 1, placeOnly: 0, waiting: 0 })
    expect(kept).toEqual({
      order: 1,
      standing: 'invited',
      keptUntilAt: null,
      friends: { counted: 1, placeOnly: 0, waiting: 0 },
      cameByLink: false,
      link: {
        code,
        name: 'Mila',
        madeAt: noon,
        newsDueAt: noon,
        newsSentAt: null,
        newsStoppedAt: null,
      },
      moves: [
        { place: 1, why: 'confirmed', notedAt: noon },
        { place: 1, why: 'friend', notedAt: noon },
        { place: 1, why: 'invited', notedAt: noon },
      ],
      rewards: [
        {
          friends: 1,
          state: 'reached',
          number: null,
          note: '',
          changedAt: noon,
          dueAt: noon + 2 * day,
        },
      ],
      spots: [
        {
          wave: 1,
          place: 1,
          state: 'invited',
          invitedAt: noon,
          untilAt: noon + day,
          endedAt: null,
          usedAt: null,
        },
      ],
    })
    expect((await lineOf(finn)).cameByLink).toBe(true)
    expect(JSON.stringify(await readPersonalData(store.db, finn))).not.toMatch(
      new RegExp(`${mila}|${code}|mila`, 'i'),
    )

    await store.transact((trx) => erasePerson(trx, 'mila@example.com', testSecret, noon))
    const tables = await Promise.all(
      ourTables.map((table) => sql`select * from ${sql.table(table)}`.execute(store.db)),
    )
    expect(JSON.stringify(tables.map(({ rows }) => rows))).not.toMatch(
      new RegExp(`${mila}|${code}|mila`, 'i'),
    )
    expect((await lineOf(finn)).cameByLink).toBe(false)
  })

  test('[LINE-4] a friend who leaves, erases or is refused leaves the same: nothing', async () => {
    const gone: Record<string, (id: string, email: string) => Promise<unknown>> = {
      leaves: (id) => store.transact((trx) => leave(trx, id, noon)),
      erases: (_, email) => store.transact((trx) => erasePerson(trx, email, testSecret, noon)),
      refused: (id) => store.transact((trx) => ruleOnCredit(trx, id, 'refused', 'anna@x.nl', noon)),
    }
    const seen: string[] = []
    for (const [name, goes] of Object.entries(gone)) {
      const owner = await confirms(`owner-${name}`)
      const friend = await confirms(`friend-${name}`, (await lineOf(owner)).link!.code)
      await goes(friend, `friend-${name}@example.com`)
      const { friends, moves, rewards } = await lineOf(owner)
      const whys = moves.map(({ why }) => why).sort()
      seen.push(JSON.stringify([friends, whys, rewards.map(({ state }) => state)]))
    }
    expect(seen.slice(1)).toEqual([seen[0], seen[0]])
  })

  test('[LINE-3] the code of an erased person is in no link and no mail of those who came by it', async () => {
    const owner = await confirms('sara')
    const { code } = (await lineOf(owner)).link!
    const friend = await store.transact(async (trx) => {
      const press = { code, address: null, secrets: [testSecret] } as const
      const entry = { email: 'luuk@example.com', placement: 'hero', source: '', consent, press }
      return (await addPeople(trx, [entry], 'double', noon)).get(entry.email)!
    })
    await store.db
      .insertInto('link_tokens')
      .values({ ...confirmLink, hash: 'b'.repeat(64), personId: friend, via: code })
      .execute()
    const everywhere = async () => {
      const tables = await Promise.all(
        ourTables.map((table) => sql`select * from ${sql.table(table)}`.execute(store.db)),
      )
      return JSON.stringify(tables.map(({ rows }) => rows)).split(code).length - 1
    }
    expect(await everywhere()).toBe(3)
    await store.transact((trx) => erasePerson(trx, 'sara@example.com', testSecret, noon))
    expect(await everywhere()).toBe(0)
  })

  test('[LINE-3] the name on a link goes when its owner leaves', async () => {
    const owner = await confirms('anna')
    await store.db.updateTable('line').set({ name: 'Anna' }).where('personId', '=', owner).execute()
    await store.transact((trx) => leave(trx, owner, noon))
    expect((await lineOf(owner)).link?.name).toBe('')
  })

  test('[LINE-9] the newest ten places are kept, that of the first confirmation being the oldest', async () => {
    const noor = await confirms('noor')
    const first = (await lineOf(noor)).moves
    expect(first).toMatchObject([{ why: 'confirmed', notedAt: noon }])
    const movesAfter = async (count: number) => {
      for (let n = 0; n < count; n++)
        await store.transact((trx) =>
          noteMoves(trx, [{ personId: noor, at: noon + day, place: 1, why: 'friend' }]),
        )
      return (await lineOf(noor)).moves.map(({ why }) => why)
    }
    const friends = (count: number) => Array.from({ length: count }, () => 'friend')
    expect(await movesAfter(9)).toEqual(['confirmed', ...friends(9)])
    expect(await movesAfter(2)).toEqual(friends(10))
  })

  test('[LINE-4] after the days of a return the first place is gone, and the next confirmation gives another', async () => {
    const vera = await confirms('vera')
    const [first] = (await lineOf(vera)).moves
    await store.transact((trx) => leave(trx, vera, noon))
    await store.transact((trx) => confirmPerson(trx, vera, noon + 31 * day))
    const again = { why: 'confirmed', notedAt: noon + 31 * day }
    expect(first).toMatchObject({ why: 'confirmed', notedAt: noon })
    expect((await lineOf(vera)).moves).toMatchObject([again])
  })

  test('an address that did not confirm has no place, and says whether a link brought it', async () => {
    const id = await store.transact(async (trx) => {
      const entry = { email: 'jesse@example.com', placement: 'hero', source: '', consent } as const
      return (await addPeople(trx, [entry], 'double', noon)).get(entry.email)!
    })
    expect((await readPersonalData(store.db, id))!.line).toBeNull()
    await store.db
      .insertInto('link_tokens')
      .values({ ...confirmLink, hash: 'a'.repeat(64), personId: id, via: 'K7Q42MP' })
      .execute()
    expect((await readPersonalData(store.db, id))!.line).toMatchObject({
      order: null,
      standing: null,
      cameByLink: true,
      link: null,
    })
  })
})
