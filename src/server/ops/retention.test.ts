import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { promisedMs } from '#contract/promises/promises.ts'
import { knownAmong } from '#server/imports/insert-imported.ts'
import { mostRows } from '#server/db/transaction.ts'
import { queueOperatorMail } from '#server/outbox/operator-mails.ts'
import { joinAll } from '#server/signup/sign-up.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { leave } from '#server/signup/membership.ts'
import { drawLink } from '#test/draw-link.ts'
import { count } from '#server/counts/count.ts'
import { engines, freshFolder, freshStore } from '#test/fresh-store.ts'
import { countedHours } from '#test/stored-counts.ts'
import { filesThatHold } from '#test/store-files.ts'
import { forget, kinds } from './retention.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const dayMs = 24 * 3_600_000
const secretKey = 'k'.repeat(32)
const consent = { version: '1', text: 'By joining you agree. Privacy', link: 'Privacy' }

describe.each(engines)('what retention deletes on %s', async (engine) => {
  const store = await freshStore(engine)
  const forgetAt = (now: number) => forget({ store, secretKey, now })
  const enter = (email: string) =>
    store.transact((trx) =>
      joinAll(
        trx,
        [
          {
            email,
            placement: 'hero',
            source: '',
            consent,
            charges: [{ key: `tight ${email}`, budget: { atOnce: 10, everyMs: 60_000 } }],
          },
        ],
        'double',
        noon,
      ),
    )
  const join = async (email: string) => {
    await enter(email)
    await store.db.updateTable('outbox').set({ state: 'sent' }).where('email', '=', email).execute()
  }
  const idOf = async (email: string) =>
    (
      await store.db
        .selectFrom('people')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).id
  const emails = async () =>
    (await store.db.selectFrom('people').select('email').orderBy('email').execute()).map(
      ({ email }) => email,
    )

  test('an unconfirmed address after 30 days, unless a link to it still works; never a confirmed one', async () => {
    for (const email of ['confirmed@example.com', 'linked@example.com', 'silent@example.com'])
      await join(email)
    await store.transact(async (trx) =>
      confirmPerson(
        trx,
        await trx
          .selectFrom('people')
          .select('id')
          .where('email', '=', 'confirmed@example.com')
          .executeTakeFirstOrThrow()
          .then(({ id }) => id),
        noon,
      ),
    )
    await drawLink(store.db, 'confirm', await idOf('linked@example.com'), noon + dayMs)
    await forgetAt(noon + 30 * dayMs - 1)
    expect(await emails()).toHaveLength(3)
    await forgetAt(noon + 30 * dayMs)
    expect(await emails()).toEqual(['confirmed@example.com', 'linked@example.com'])
    await forgetAt(noon + 31 * dayMs)
    expect(await emails()).toEqual(['confirmed@example.com'])
  })

  test('[FORM-10] a person who left unconfirmed is deleted except for a hash that stops imports; a confirmed person who left stays', async () => {
    for (const email of ['removed@example.com', 'left@example.com']) await join(email)
    const leaver = await idOf('left@example.com')
    await store.transact((trx) => confirmPerson(trx, leaver, noon))
    for (const email of ['removed@example.com', 'left@example.com']) {
      const id = await idOf(email)
      await store.transact((trx) => leave(trx, id, noon))
    }
    await forgetAt(noon + 30 * dayMs)
    expect((await emails()).filter((email) => /^(removed|left)@/.test(email))).toEqual([
      'left@example.com',
    ])
    const asked = ['removed@example.com', 'left@example.com', 'silent@example.com']
    expect([...(await knownAmong(store.db, asked, [secretKey]))]).toEqual([
      ['removed@example.com', 'erased'],
      ['left@example.com', 'here already: left'],
    ])
  })

  test('nobody whose confirm mail is queued', async () => {
    await enter('waiting@example.com')
    await forgetAt(noon + 31 * dayMs)
    expect(await emails()).toContain('waiting@example.com')
    await store.db
      .updateTable('outbox')
      .set({ state: 'dead' })
      .where('email', '=', 'waiting@example.com')
      .execute()
    await forgetAt(noon + 31 * dayMs)
    expect(await emails()).not.toContain('waiting@example.com')
  })

  test('a person whose confirm mail waits for the operator', async () => {
    await enter('overdue@example.com')
    await store.db
      .updateTable('outbox')
      .set({ state: 'overdue' })
      .where('email', '=', 'overdue@example.com')
      .execute()
    await forgetAt(noon + 30 * dayMs - 1)
    expect(await emails()).toContain('overdue@example.com')
    await forgetAt(noon + 30 * dayMs)
    expect(await emails()).not.toContain('overdue@example.com')
  })

  test('the hash of a link once it has expired, never that of a link without an end', async () => {
    await join('links@example.com')
    const id = await idOf('links@example.com')
    for (const purpose of ['confirm', 'unsubscribe', 'me'] as const)
      await drawLink(store.db, purpose, id, noon)
    await confirmPersonByEmail('links@example.com')
    const purposes = async () =>
      (
        await store.db
          .selectFrom('link_tokens')
          .select('purpose')
          .where('personId', '=', id)
          .orderBy('purpose')
          .execute()
      ).map(({ purpose }) => purpose)
    await forgetAt(noon + 30 * dayMs - 1)
    expect(await purposes()).toEqual(['confirm', 'me', 'unsubscribe'])
    await forgetAt(noon + 30 * dayMs)
    expect(await purposes()).toEqual(['me', 'unsubscribe'])
  })

  test('many rows in many small transactions, all of them', async () => {
    await store.transact((trx) =>
      joinAll(
        trx,
        Array.from({ length: 1_100 }, (_, n) => ({
          email: `athlete${n}@example.com`,
          placement: 'hero',
          source: '',
          consent,
          charges: null,
        })),
        'double',
        noon,
      ),
    )
    await store.db
      .updateTable('outbox')
      .set({ state: 'sent' })
      .where('email', 'like', 'athlete%')
      .execute()
    const rows: number[] = []
    const before = async () =>
      Number(
        (
          await store.db
            .selectFrom('people')
            .select((row) => row.fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      )
    const watched: typeof store.transact = async (work) => {
      const from = await before()
      const done = await store.transact(work)
      rows.push(from - (await before()))
      return done
    }
    await forget({ store: { ...store, transact: watched }, secretKey, now: noon + 40 * dayMs })
    expect(await emails()).not.toContain('athlete1099@example.com')
    expect(Math.max(...rows)).toBeLessThanOrEqual(mostRows)
    expect(rows.filter((count) => count > 0).length).toBeGreaterThan(2)
  })

  test('old budgets, wherever their keys are', async () => {
    const keys = Array.from({ length: 12_000 }, (_, n) => `range ${String(n).padStart(5, '0')}`)
    const tatOf = (n: number) => (n % 3 === 0 ? noon : noon + 30 * dayMs)
    for (let at = 0; at < keys.length; at += 1_000)
      await store.db
        .insertInto('budgets')
        .values(keys.slice(at, at + 1_000).map((key, n) => ({ key, tat: tatOf(at + n) })))
        .execute()
    await forgetAt(noon + 7 * dayMs)
    const left = (
      await store.db
        .selectFrom('budgets')
        .select('key')
        .where('key', 'like', 'range %')
        .orderBy('key')
        .execute()
    ).map(({ key }) => key)
    expect(left).toEqual(keys.filter((_, n) => n % 3 !== 0))
  })

  test('nothing more once the program stops', async () => {
    await store.transact((trx) =>
      joinAll(
        trx,
        Array.from({ length: 200 }, (_, n) => ({
          email: `runner${n}@example.com`,
          placement: 'hero',
          source: '',
          consent,
          charges: null,
        })),
        'double',
        noon,
      ),
    )
    await store.db
      .updateTable('outbox')
      .set({ state: 'sent' })
      .where('email', 'like', 'runner%')
      .execute()
    await forget({ store, secretKey, now: noon + 50 * dayMs, stopping: () => true })
    expect((await emails()).filter((email) => email.startsWith('runner'))).toHaveLength(200)
  })

  test('the network of a friend once it no longer counts, a week after the confirmation at the latest', async () => {
    const tat = noon + promisedMs('lineNetworks')
    await store.db.insertInto('budgets').values({ key: 'line friend', tat }).execute()
    const kept = () =>
      store.db.selectFrom('budgets').select('key').where('key', '=', 'line friend').execute()
    await forgetAt(tat - 1)
    expect(await kept()).toHaveLength(1)
    await forgetAt(tat)
    expect(await kept()).toEqual([])
  })

  test('budgets after 7 days, mail data after 30', async () => {
    await join('later@example.com')
    await store.db
      .updateTable('outbox')
      .set({ state: 'kept', rendered: '{}' })
      .where('email', '=', 'later@example.com')
      .execute()
    await forgetAt(noon + 6 * dayMs)
    const count = async () => [
      (
        await store.db
          .selectFrom('budgets')
          .select('key')
          .where('key', 'like', 'tight later%')
          .execute()
      ).length,
      (
        await store.db
          .selectFrom('outbox')
          .select('rendered')
          .where('email', '=', 'later@example.com')
          .executeTakeFirst()
      )?.rendered,
    ]
    expect(await count()).toEqual([1, '{}'])
    await forgetAt(noon + 8 * dayMs)
    expect(await count()).toEqual([0, '{}'])
    await confirmPersonByEmail('later@example.com')
    await forgetAt(noon + 31 * dayMs)
    expect(await count()).toEqual([0, null])
  })

  test('the network of a mail that still waits after 7 days', async () => {
    await join('waiting@example.com')
    await store.db
      .updateTable('outbox')
      .set({ state: 'kept', requester: 'network-hash' })
      .where('email', '=', 'waiting@example.com')
      .execute()
    const network = async () =>
      (
        await store.db
          .selectFrom('outbox')
          .select('requester')
          .where('email', '=', 'waiting@example.com')
          .executeTakeFirst()
      )?.requester
    await forgetAt(noon + 6 * dayMs)
    expect(await network()).toBe('network-hash')
    await forgetAt(noon + 8 * dayMs)
    expect(await network()).toBe('')
  })

  test('[TRACK-2] [DASH-9] counts by the hour after 400 days, and never those by the day', async () => {
    await store.db.deleteFrom('hourly_counts').execute()
    await store.db.deleteFrom('daily_counts').execute()
    const counts = [noon, noon + dayMs].map((at) => ({ what: 'left' as const, at }))
    await store.transact(async (trx) => count(trx, counts))
    const kept = async () => [
      await countedHours(store.db, 'left'),
      (await store.db.selectFrom('daily_counts').select('day').where('what', '=', 'left').execute())
        .length,
    ]
    await forgetAt(noon + 400 * dayMs - 1)
    expect(await kept()).toEqual([[noon, noon + dayMs], 3])
    await forgetAt(noon + 400 * dayMs)
    expect(await kept()).toEqual([[noon + dayMs], 3])
  })

  test('[DASH-6] counts of mails by provider after 400 days', async () => {
    const hours = [noon, noon + dayMs]
    const counted = { provider: 'gmail.com', outcome: 'accepted', count: 1 }
    await store.db
      .insertInto('mail_counts')
      .values(hours.map((hour) => ({ hour, ...counted })))
      .execute()
    const kept = async () =>
      (await store.db.selectFrom('mail_counts').select('hour').orderBy('hour').execute()).map(
        ({ hour }) => hour,
      )
    await forgetAt(noon + 400 * dayMs - 1)
    expect(await kept()).toEqual(hours)
    await forgetAt(noon + 400 * dayMs)
    expect(await kept()).toEqual([noon + dayMs])
  })

  test('[DASH-2] sign-in links once they ended, sessions after 7 days, acts of operators after 400', async () => {
    const at = noon
    const operator = 'anna@example.com'
    await store.db
      .insertInto('sign_in_links')
      .values({ hash: 'link', operator, createdAt: at, expiresAt: at + 900_000 })
      .execute()
    await store.db
      .insertInto('sessions')
      .values({ hash: 'h', id: 's', operator, browser: '', createdAt: at, seenAt: at })
      .execute()
    await store.db
      .insertInto('action_log')
      .values({
        id: 'a',
        at,
        operator,
        action: 'sign-in',
        personId: null,
        details: '{}',
        outcome: null,
      })
      .execute()
    const left = async (now: number) => {
      await forgetAt(now)
      const count = async (table: 'sign_in_links' | 'sessions' | 'action_log') =>
        (await store.db.selectFrom(table).selectAll().execute()).length
      return [await count('sign_in_links'), await count('sessions'), await count('action_log')]
    }
    expect(await left(at + 899_999)).toEqual([1, 1, 1])
    expect(await left(at + 900_000)).toEqual([0, 1, 1])
    expect(await left(at + 7 * dayMs)).toEqual([0, 0, 1])
    expect(await left(at + 400 * dayMs - 1)).toEqual([0, 0, 1])
    expect(await left(at + 400 * dayMs)).toEqual([0, 0, 0])
  })

  test('[BACK-4] reports that mails came back after 400 days', async () => {
    const { id: personId } = await store.db
      .selectFrom('people')
      .select('id')
      .executeTakeFirstOrThrow()
    const report = { mailId: 'm', personId, kind: 'complaint', via: 'ses', reason: '' } as const
    await store.db
      .insertInto('mail_reports')
      .values([noon, noon + dayMs].map((at, n) => ({ id: `${n}`, event: `${n}`, at, ...report })))
      .execute()
    await forgetAt(noon + 400 * dayMs)
    expect(await store.db.selectFrom('mail_reports').select('at').execute()).toEqual([
      { at: noon + dayMs },
    ])
  })

  test('mails to operators after 30 days', async () => {
    const mail = {
      email: 'anna@example.com',
      template: 'alert',
      data: { notices: [] },
    } as const
    for (const at of [noon, noon + dayMs])
      await store.transact((trx) => queueOperatorMail(trx, mail, at))
    await store.db.updateTable('outbox').set({ state: 'sent' }).execute()
    await forgetAt(noon + 30 * dayMs)
    expect(
      await store.db
        .selectFrom('outbox')
        .where('personId', 'is', null)
        .select('createdAt')
        .execute(),
    ).toEqual([{ createdAt: noon + dayMs }])
  })

  test('[DOCTOR-1] results of the mail doctor after 90 days', async () => {
    await store.db
      .insertInto('doctor_runs')
      .values(
        [noon, noon + dayMs].map((at, n) => ({ id: `${n}`, at, outcome: 'wrong', checks: '[]' })),
      )
      .execute()
    await forgetAt(noon + 90 * dayMs)
    expect(await store.db.selectFrom('doctor_runs').select('at').execute()).toEqual([
      { at: noon + dayMs },
    ])
  })

  test('[DASH-9] names of sources after 7 days', async () => {
    await store.db
      .insertInto('source_names')
      .values(
        [noon, noon + dayMs].map((at, n) => ({
          name: `podcast ${n}`,
          kind: 'utm',
          firstAt: at,
          seenAt: at,
        })),
      )
      .execute()
    const kept = async () =>
      (await store.db.selectFrom('source_names').select('name').orderBy('name').execute()).map(
        ({ name }) => name,
      )
    await forgetAt(noon + 7 * dayMs - 1)
    expect(await kept()).toEqual(['podcast 0', 'podcast 1'])
    await forgetAt(noon + 7 * dayMs)
    expect(await kept()).toEqual(['podcast 1'])
  })

  test('an imported address that was never confirmed after 30 days from the import, however old its sign-up is', async () => {
    await join('imported@example.com')
    await store.db
      .updateTable('people')
      .set({ createdAt: noon - 700 * dayMs, importedAt: noon })
      .where('email', '=', 'imported@example.com')
      .execute()
    await forgetAt(noon + 30 * dayMs - 1)
    expect(await emails()).toContain('imported@example.com')
    await forgetAt(noon + 30 * dayMs)
    expect(await emails()).not.toContain('imported@example.com')
  })

  const confirmPersonByEmail = async (email: string) => {
    const id = await idOf(email)
    await store.transact((trx) => confirmPerson(trx, id, noon))
  }
})

test('on Postgres nobody who signs up again at that moment', async () => {
  const store = await freshStore('postgres')
  const other = await store.reopen()
  const joining = [
    { email: 'again@example.com', placement: 'hero', source: '', consent, charges: null },
  ]
  await store.transact((trx) => joinAll(trx, joining, 'double', noon))
  await store.db.updateTable('outbox').set({ state: 'sent' }).execute()
  await other.transact(async (trx) => {
    await joinAll(trx, joining, 'double', noon + 30 * dayMs)
    await forget({ store, secretKey, now: noon + 30 * dayMs })
  })
  await forget({ store, secretKey, now: noon + 30 * dayMs })
  expect(await store.db.selectFrom('people').select('email').execute()).toEqual([
    { email: 'again@example.com' },
  ])
})

test.each(kinds)('docs/operating.md says how long $what are kept', ({ what, keptMs }) => {
  const operating = readFileSync('docs/operating.md', 'utf8')
  expect(operating).toContain(
    `| ${what} | ${keptMs === 0 ? 'until they end' : keptMs === dayMs ? 'a day' : `${keptMs / dayMs} days`} |`,
  )
})

test('the files of an open store contain no bytes of a deleted address', async () => {
  const dataDir = freshFolder()
  const store = await freshStore('sqlite', { dataDir })
  await store.transact((trx) =>
    joinAll(
      trx,
      [{ email: 'sanne@example.com', placement: 'hero', source: '', consent, charges: null }],
      'double',
      noon,
    ),
  )
  await store.db.updateTable('outbox').set({ state: 'sent' }).execute()
  expect(filesThatHold(dataDir, 'sanne@example.com')).not.toEqual([])
  await forget({ store, secretKey, now: noon + 30 * dayMs })
  expect(filesThatHold(dataDir, 'sanne@example.com')).toEqual([])
})
