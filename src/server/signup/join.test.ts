import { describe, expect, test } from 'vitest'
import { freshStore, type FreshStore, storeEngines } from '#test/fresh-store.ts'
import { tightBudget } from '#server/limits/budgets.ts'
import { joinAll, type JoinRequest } from './sign-up.ts'
import { confirmPerson } from './confirm-people.ts'
import { leave } from './membership.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const dayMs = 24 * 3_600_000
const consent = { version: '2026-11', text: 'By joining you agree. Privacy', link: 'Privacy' }
const joining = (email: string, change: Partial<JoinRequest> = {}): JoinRequest => ({
  email,
  placement: 'hero',
  source: '',
  consent,
  charges: null,
  ...change,
})

describe.each(storeEngines)('the waitlist on %s', async (engine) => {
  const store = await freshStore(engine)
  const join = (joinings: JoinRequest[], now = noon, optIn: 'double' | 'single' = 'double') =>
    store.transact((trx) => joinAll(trx, joinings, optIn, now))

  test('[CALL-1] a new address is entered with its consent and one confirm mail', async () => {
    await join([joining('sanne@example.com', { source: 'podcast' })])
    expect(await person(store, 'sanne@example.com')).toMatchObject({
      state: 'unconfirmed',
      placement: 'hero',
      source: 'podcast',
      createdAt: noon,
    })
    expect(await mails(store, 'sanne@example.com')).toEqual(['confirm'])
  })

  test('[FORM-10] the consent is kept with wording, version, time and placement', async () => {
    await join([joining('consent@example.com')])
    const { id } = await person(store, 'consent@example.com')
    const rows = await store.db
      .selectFrom('consents')
      .selectAll()
      .where('personId', '=', id)
      .execute()
    expect(rows).toMatchObject([
      {
        version: '2026-11',
        wording: 'By joining you agree.',
        placement: 'hero',
        givenAt: noon,
      },
    ])
  })

  test("[LANG-2] a person has the language of the page, and the campaign's first where none is known", async () => {
    const dutch = { version: '2026-11-nl', lang: 'nl', text: 'Je gaat akkoord.', link: 'Privacy' }
    await join([
      joining('page-nl@example.com', { language: 'nl', consent: dutch }),
      joining('no-page@example.com'),
    ])
    expect(await languages('page-nl@example.com')).toEqual(['nl', 'nl'])
    expect(await languages('no-page@example.com')).toEqual(['en', 'en'])
  })

  test('[LANG-2] a second sign-up on a page in another language changes the language of nobody who confirmed', async () => {
    const email = 'confirmed-nl@example.com'
    await join([joining(email, { language: 'nl' })])
    const { id } = await person(store, email)
    await store.transact((trx) => confirmPerson(trx, id, noon))
    await join([joining(email)], noon + dayMs)
    expect((await person(store, email)).language).toBe('nl')
  })

  test('[LANG-2] who has not confirmed, or left, and joins again has the language of the newest page', async () => {
    const [never, left] = ['never-confirmed@example.com', 'left-nl@example.com']
    await join([joining(never, { language: 'nl' }), joining(left, { language: 'nl' })])
    const { id } = await person(store, left)
    await store.transact((trx) => confirmPerson(trx, id, noon))
    await store.transact((trx) => leave(trx, id, noon))
    await join([joining(never), joining(left)], noon + dayMs)
    for (const email of [never, left]) expect((await person(store, email)).language).toBe('en')
  })

  test('[LANG-2] a language that a person chose is not changed by another sign-up', async () => {
    const email = 'chose@example.com'
    await join([joining(email)])
    await store.db
      .updateTable('people')
      .set({ language: 'nl', languageChosenAt: noon })
      .where('email', '=', email)
      .execute()
    await join([joining(email)], noon + dayMs)
    expect((await person(store, email)).language).toBe('nl')
  })

  /** Of the person, and of their consents. */
  async function languages(email: string): Promise<string[]> {
    const { id, language } = await person(store, email)
    const consents = await store.db
      .selectFrom('consents')
      .select('language')
      .where('personId', '=', id)
      .execute()
    return [language, ...consents.map((given) => given.language)]
  }

  test('a second sign-up of the same address within a day queues no second mail', async () => {
    await join([joining('daan@example.com'), joining('daan@example.com')])
    await join([joining('daan@example.com')], noon + dayMs - 1)
    expect(await mails(store, 'daan@example.com')).toEqual(['confirm'])
  })

  test('an unconfirmed address gets three links in all', async () => {
    for (let day = 0; day < 5; day++) await join([joining('lotte@example.com')], noon + day * dayMs)
    expect(await mails(store, 'lotte@example.com')).toEqual(['confirm', 'confirm', 'confirm'])
  })

  test("a confirmed address gets 'you are on the list' at most once a day", async () => {
    await join([joining('milan@example.com')])
    const { id } = await person(store, 'milan@example.com')
    expect(await store.transact((trx) => confirmPerson(trx, id, noon))).toBe('done')
    await join([joining('milan@example.com')])
    await join([joining('milan@example.com')], noon + dayMs - 1)
    expect(await mails(store, 'milan@example.com')).toEqual(['confirm', 'listed', 'welcome'])
    expect(await store.transact((trx) => confirmPerson(trx, id, noon))).toBe('already')
  })

  test('[FORM-10] a sign-up of a listed address stores no consent', async () => {
    await join([joining('owner@example.com')])
    const { id } = await person(store, 'owner@example.com')
    await store.transact((trx) => confirmPerson(trx, id, noon))
    await join([joining('owner@example.com', { placement: 'exit-intent' })], noon + dayMs)
    expect(await mails(store, 'owner@example.com')).toEqual(['confirm', 'listed', 'welcome'])
    expect(
      await store.db
        .selectFrom('consents')
        .select('placement')
        .where('personId', '=', id)
        .execute(),
    ).toEqual([{ placement: 'hero' }])
  })

  test('removing an unconfirmed address allows no further mails to it', async () => {
    for (let day = 0; day < 2; day++)
      await join([joining('stranger@example.com')], noon + day * dayMs)
    const { id } = await person(store, 'stranger@example.com')
    expect(await store.transact((trx) => leave(trx, id, noon + dayMs))).toBe('removed')
    for (let day = 2; day < 9; day++)
      await join([joining('stranger@example.com')], noon + day * dayMs)
    expect(await mails(store, 'stranger@example.com')).toEqual(['confirm', 'confirm', 'confirm'])
  })

  test('a person who left comes back only by confirming again', async () => {
    await join([joining('noor@example.com')])
    const { id } = await person(store, 'noor@example.com')
    expect(await store.transact((trx) => leave(trx, id, noon + 1))).toBe('removed')
    await join([joining('noor@example.com')], noon + 2)
    expect(await mails(store, 'noor@example.com')).toEqual(['confirm'])
    await join([joining('noor@example.com')], noon + 1 + dayMs)
    expect(await person(store, 'noor@example.com')).toMatchObject({
      state: 'unsubscribed',
      leftAt: noon + 1,
    })
    const rows = await store.db
      .selectFrom('outbox')
      .select(['template', 'state'])
      .where('email', '=', 'noor@example.com')
      .orderBy('createdAt')
      .execute()
    expect(rows).toEqual([
      { template: 'confirm', state: 'cancelled' },
      { template: 'confirm', state: 'due' },
    ])
    expect(await store.transact((trx) => leave(trx, id, noon + 3))).toBe('already')
  })

  test('a person who left and was signed up by a stranger leaves again by the same link: the waiting mail is cancelled, and the day without mail starts again', async () => {
    const email = 'noor.again@example.com'
    await join([joining(email)])
    const { id } = await person(store, email)
    await store.transact((trx) => confirmPerson(trx, id, noon))
    const leaveAt = (at: number) => store.transact((trx) => leave(trx, id, at))
    expect(await leaveAt(noon)).toBe('done')
    await join([joining(email)], noon + 2 * dayMs)
    expect(await leaveAt(noon + 2 * dayMs + 1)).toBe('already')
    const queued = async () =>
      (
        await store.db
          .selectFrom('outbox')
          .select(['template', 'state'])
          .where('email', '=', email)
          .execute()
      )
        .map(({ template, state }) => `${template} ${state}`)
        .sort()
    expect(await queued()).toEqual(['confirm cancelled', 'confirm cancelled', 'welcome cancelled'])
    expect(await leaveAt(noon + 2 * dayMs + 2)).toBe('already')
    expect(await person(store, email)).toMatchObject({
      state: 'unsubscribed',
      leftAt: noon + 2 * dayMs + 1,
    })
    await join([joining(email)], noon + 3 * dayMs)
    expect(await queued()).toHaveLength(3)
    await join([joining(email)], noon + 3 * dayMs + 1)
    expect(await queued()).toHaveLength(4)
  })

  test('single opt-in enters a new address as confirmed, with the welcome mail', async () => {
    await join([joining('single@example.com')], noon, 'single')
    expect(await person(store, 'single@example.com')).toMatchObject({
      state: 'confirmed',
      confirmedAt: noon,
    })
    expect(await mails(store, 'single@example.com')).toEqual(['welcome'])
  })

  test('a suppressed address gets the same answer as any other and no mail', async () => {
    await join([joining('gone@example.com')])
    await store.db
      .updateTable('people')
      .set({ state: 'suppressed', recentMails: '[]' })
      .where('email', '=', 'gone@example.com')
      .execute()
    expect(await join([joining('gone@example.com'), joining('fresh@example.com')])).toEqual([
      { outcome: 'accepted' },
      { outcome: 'accepted' },
    ])
    expect(await mails(store, 'gone@example.com')).toEqual(['confirm'])
  })

  test('a budget is counted row by row within one batch, and sign-ups over it are not stored', async () => {
    const charges = [{ key: 'tight range-1', budget: tightBudget }]
    const batch = Array.from({ length: 12 }, (_, n) =>
      joining(`burst${n}@example.com`, { charges }),
    )
    const answers = await join(batch)
    expect(answers.map(({ outcome }) => outcome)).toEqual([
      ...Array(10).fill('accepted'),
      'over-budget',
      'over-budget',
    ])
    expect(answers[10]).toEqual({ outcome: 'over-budget', retryAfterMs: 60_000 })
    expect(
      await store.db
        .selectFrom('people')
        .select('email')
        .where('email', 'like', 'burst%')
        .execute(),
    ).toHaveLength(10)
  })

  test('a budget survives in the store', async () => {
    const charges = [{ key: 'tight range-2', budget: tightBudget }]
    for (let n = 0; n < 10; n++) await join([joining(`slow${n}@example.com`, { charges })])
    expect(await join([joining('slow10@example.com', { charges })])).toMatchObject([
      { outcome: 'over-budget' },
    ])
    expect(await join([joining('slow10@example.com', { charges })], noon + 60_000)).toEqual([
      { outcome: 'accepted' },
    ])
  })

  test('a budget holds for two programs on one store', async () => {
    const charges = [{ key: 'tight range-3', budget: tightBudget }]
    const other = await store.reopen({ role: 'command' })
    const both = [store, other].map(
      (one) => (n: number) =>
        one.transact((trx) =>
          joinAll(trx, [joining(`both${n}@example.com`, { charges })], 'double', noon),
        ),
    )
    const answers = []
    for (let n = 0; n < 11; n++) answers.push(...(await both[n % 2]!(n)))
    expect(answers.map(({ outcome }) => outcome)).toEqual([
      ...Array(10).fill('accepted'),
      'over-budget',
    ])
  })
})

const person = (store: FreshStore, email: string) =>
  store.db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
/** In the order of the alphabet: ids of one millisecond have no order. */
const mails = async (store: FreshStore, email: string) =>
  (await store.db.selectFrom('outbox').select('template').where('email', '=', email).execute())
    .map(({ template }) => template)
    .sort()
