import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { noOrigin, silencedStates } from '#contract/people/waitlist.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { erasePerson } from '#server/signup/erasure.ts'
import { joinAll } from '#server/signup/sign-up.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { suppressAddress } from '#server/signup/membership.ts'
import { engines, freshStore } from '#test/fresh-store.ts'
import { sourceCounts } from '#test/stored-counts.ts'
import { noon } from '#test/mailbox.ts'
import { importOptions, peopleFile } from '#test/people-file.ts'
import { enterImported, idInOrder } from './insert-imported.ts'
import { importPeople, type Refused } from './import.ts'
import type { FileRow } from './file-row.ts'
import { recordMeasurement } from '#test/measurements.ts'

const secretKey = 'a-secret-for-the-tests-long-enough-for-it'
const january = Date.parse('2026-01-31')
const confirmed = importOptions({
  people: 'confirmed',
  consentSource: 'stand at the HYROX race',
  consentAt: january,
  consentWording: 'Yes, write to me',
})
const unconfirmed = importOptions()
const rest = async () => {}

describe.each(engines)('an import on %s', async (engine) => {
  const store = await freshStore(engine)
  const bring = async (
    rows: readonly Record<string, string>[],
    terms = confirmed,
    dry = false,
    secrets: Secrets = [secretKey],
  ) => {
    const list: Refused[] = []
    const report = await importPeople(peopleFile(rows), terms, dry, {
      store,
      secrets,
      now: noon,
      rest,
      refuse: async (row) => void list.push(row),
    })
    return { ...report, list }
  }
  const person = (email: string) =>
    store.db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst()
  const join = (email: string) =>
    store.transact((trx) =>
      joinAll(
        trx,
        [{ email, placement: 'hero', source: '', consent: campaign.consents[0], charges: null }],
        'double',
        noon,
      ),
    )

  test('adds confirmed people with the source, date and wording of their consent, and queues no mail', async () => {
    expect(await bring([{ email: ' Sanne@Example.com ', source: 'podcast' }])).toMatchObject({
      rows: 1,
      entered: 1,
      list: [],
    })
    const sanne = await person('sanne@example.com')
    expect(sanne).toMatchObject({
      state: 'confirmed',
      placement: 'import',
      source: 'podcast',
      createdAt: noon,
      confirmedAt: noon,
      recentMails: '[]',
    })
    expect(
      await store.db.selectFrom('consents').selectAll().where('personId', '=', sanne!.id).execute(),
    ).toMatchObject([
      {
        version: 'import',
        wording: 'Yes, write to me',
        placement: 'import',
        source: 'stand at the HYROX race',
        givenAt: january,
      },
    ])
    expect(await store.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  test('makes an erasure wait for it, and adds nobody who is erased by it', async () => {
    const email = 'both-at-once@example.com'
    const erasing = await store.transact(async (trx) => {
      await enterImported(
        trx,
        [
          {
            ...noOrigin,
            line: 2,
            email,
            joinedAt: null,
            confirmedAt: null,
            confirmed: false,
            language: null,
            consent: null,
          },
        ],
        [secretKey],
        noon,
      )
      const erasure = store.transact((other) => erasePerson(other, email, secretKey, noon))
      for (let reads = 0; reads < 100; reads++)
        await trx.selectFrom('meta').select('key').limit(1).execute()
      return { erasure }
    })
    expect([await erasing.erasure, await person(email)]).toEqual([true, undefined])
  })

  test('keeps the sign-up date, origin and order of the file, also of rows of one moment', async () => {
    const rows = ['v', 'c', 'z', 'a'].map((name, n) => ({
      email: `${name}-order@example.com`,
      signup_date: n === 3 ? '2024-05-01' : '2025-03-01',
      source: 'HYROX stand',
      utmMedium: 'paper',
      utmCampaign: 'spring',
      referrer: 'shop.example',
    }))
    await bring(rows)
    const people = await store.db
      .selectFrom('people')
      .selectAll()
      .where('email', 'like', '%-order@example.com')
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    expect(people.map(({ email }) => email[0])).toEqual(['a', 'v', 'c', 'z'])
    expect(people[1]).toMatchObject({
      createdAt: Date.parse('2025-03-01'),
      confirmedAt: noon,
      importedAt: noon,
      source: 'HYROX stand',
      utmMedium: 'paper',
      utmCampaign: 'spring',
      referrerHost: 'shop.example',
    })
  })

  test("[LANG-2] keeps the language that the file says, and the campaign's first where it says none of its own", async () => {
    await bring([
      { email: 'nl-file@example.com', locale: 'nl_NL' },
      { email: 'fi-file@example.com', locale: 'fi' },
      { email: 'no-file@example.com', locale: '' },
    ])
    const languages = ['nl', 'fi', 'no'].map(
      async (name) => (await person(`${name}-file@example.com`))?.language,
    )
    expect(await Promise.all(languages)).toEqual(['nl', 'en', 'en'])
  })

  test("a row's own consent counts before the file's", async () => {
    await bring([
      {
        email: 'daan@example.com',
        consent_source: 'old shop',
        consent_date: '2025-06-01',
        consent_version: 'shop-3',
        consent_wording: 'Write me',
      },
    ])
    const consent = await store.db
      .selectFrom('consents')
      .innerJoin('people', 'people.id', 'personId')
      .select(['version', 'wording', 'consents.source', 'givenAt'])
      .where('email', '=', 'daan@example.com')
      .execute()
    expect(consent).toEqual([
      {
        version: 'shop-3',
        wording: 'Write me',
        source: 'old shop',
        givenAt: Date.parse('2025-06-01'),
      },
    ])
  })

  test('sends unconfirmed people a confirm mail once they sign up themselves, not before', async () => {
    expect((await bring([{ email: 'noor@example.com' }], unconfirmed)).entered).toBe(1)
    expect(await person('noor@example.com')).toMatchObject({
      state: 'unconfirmed',
      confirmedAt: null,
    })
    await join('noor@example.com')
    expect(await store.db.selectFrom('outbox').select(['email', 'template']).execute()).toEqual([
      { email: 'noor@example.com', template: 'confirm' },
    ])
  })

  test('reports the same in a dry run and adds nobody', async () => {
    const rows = [
      { email: 'dry@example.com' },
      { email: 'dry@example.com' },
      { email: 'no address' },
      { email: 'sanne@example.com' },
    ]
    const [dry, real] = [await bring(rows, confirmed, true), await bring(rows)]
    expect(dry).toEqual(real)
    expect(dry.list).toEqual([
      { line: 3, address: 'dry@example.com', reason: 'twice in the file' },
      { line: 4, address: 'no address', reason: 'no address that can be mailed' },
      { line: 5, address: 'sanne@example.com', reason: 'here already: confirmed' },
    ])
    expect((await bring([{ email: 'never@example.com' }], confirmed, true)).entered).toBe(1)
    expect(await person('never@example.com')).toBeUndefined()
  })

  test('does not add an erased person, who can still join', async () => {
    await join('erased@example.com')
    await store.transact((trx) => erasePerson(trx, 'erased@example.com', secretKey, noon))
    expect((await bring([{ email: 'Erased@example.com' }])).list).toEqual([
      { line: 2, address: 'erased@example.com', reason: 'erased' },
    ])
    await join('erased@example.com')
    expect((await person('erased@example.com'))?.state).toBe('unconfirmed')
  })

  test('refuses a person who was erased under an old SECRET_KEY while that is listed', async () => {
    const [newer, old] = ['a-newer-secret-of-which-nobody-knows-it', secretKey]
    await store.transact((trx) => erasePerson(trx, 'gone-before@example.com', old, noon))
    await store.transact((trx) => erasePerson(trx, 'gone-after@example.com', newer, noon))
    const rows = [{ email: 'gone-before@example.com' }, { email: 'gone-after@example.com' }]
    for (const dry of [true, false])
      expect((await bring(rows, confirmed, dry, [newer, old])).list).toMatchObject([
        { reason: 'erased' },
        { reason: 'erased' },
      ])
    expect((await bring(rows, confirmed, true, [newer])).list).toMatchObject([
      { address: 'gone-after@example.com' },
    ])
  })

  test.each(silencedStates)('does not change a person who is %s', async (state) => {
    await store.transact((trx) => suppressAddress(trx, `${state}@example.com`, state, noon))
    const before = await person(`${state}@example.com`)
    expect((await bring([{ email: `${state}@example.com` }])).list).toMatchObject([
      { reason: `here already: ${state}` },
    ])
    expect(await person(`${state}@example.com`)).toEqual(before)
  })

  test('does not change a person who left or never confirmed', async () => {
    await join('left@example.com')
    await store.db
      .updateTable('people')
      .set({ state: 'unsubscribed', leftAt: noon })
      .where('email', '=', 'left@example.com')
      .execute()
    expect((await bring([{ email: 'left@example.com' }])).list).toMatchObject([
      { reason: 'here already: left' },
    ])
    expect((await person('left@example.com'))?.state).toBe('unsubscribed')
  })
})

test('adds 20,000 rows in the memory of one step', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used: number[] = []
  let refused = 0
  const store = await freshStore('sqlite')
  const rows = async function* (): AsyncGenerator<FileRow> {
    for (let given = 0; given < 20_000; given++) {
      if (given % 2_000 === 1_000) {
        collect()
        used.push(process.memoryUsage().heapUsed)
      }
      yield {
        line: given,
        fields: { email: given % 100 === 99 ? 'nobody' : `athlete${given}@example.com` },
      }
    }
  }
  const report = await importPeople(peopleFile(rows), confirmed, false, {
    store,
    secrets: [secretKey],
    now: noon,
    rest,
    refuse: async () => {
      refused++
    },
  })
  expect([report.entered, refused]).toEqual([19_800, 200])
  recordMeasurement(
    `heap by 2,000 rows, in MB: ${used.map((bytes) => (bytes / 1e6).toFixed(1)).join(' ')}`,
  )
  expect(used.at(-1)! - used[1]!).toBeLessThan(4_000_000)
})

test('[DASH-9] counts people in the hour of the import by the source of the file, and later when they confirm', async () => {
  const store = await freshStore('sqlite')
  const rows = [
    { email: 'sanne@example.com', source: 'stand', signup_date: '2025-01-01' },
    { email: 'daan@example.com', source: 'stand', signup_date: '2025-01-01' },
  ]
  await importPeople(peopleFile(rows), unconfirmed, false, {
    store,
    secrets: [secretKey],
    now: noon,
    rest,
    refuse: async () => {},
  })
  const { id } = await store.db
    .selectFrom('people')
    .select('id')
    .where('email', '=', 'daan@example.com')
    .executeTakeFirstOrThrow()
  await store.transact((trx) => confirmPerson(trx, id, noon + 3_600_000))
  expect(await sourceCounts(store.db)).toEqual(
    [
      ['joined', noon, 2],
      ['joined_confirmed', noon, 1],
      ['confirmed', noon + 3_600_000, 1],
    ].map(([what, hour, count]) => ({
      hour,
      what,
      source: 'import stand',
      placement: 'import',
      count,
    })),
  )
})

test('ids of one moment sort by their count, and are UUIDs of version 7', () => {
  const ids = [0, 1, 2, 16_383, 16_384, 200_000, 67_108_863].map((count) => idInOrder(noon, count))
  expect(ids).toEqual(ids.toSorted())
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(idInOrder(noon + 1, 0) > ids.at(-1)!).toBe(true)
})
