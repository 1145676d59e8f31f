import { describe, expect, test } from 'vitest'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { noon, queueTo } from '#test/mailbox.ts'
import { readOutcomes } from '#server/delivery/outcome-counts.ts'
import { erasePerson } from '#server/signup/erasure.ts'
import { applyReport, type Report } from './reports.ts'

const email = 'sanne@gmail.com'
const day = 24 * 3_600_000

describe.each(storeEngines)('%s: a report about a mail', (engine) => {
  const open = async () => {
    const store = await freshStore(engine)
    const personId = await queueTo(store, email, 'welcome', 'confirmed', noon)
    const sent = { state: 'sent' as const, sentAt: noon }
    const { id: mailId } = await store.db
      .updateTable('outbox')
      .set(sent)
      .returning('id')
      .executeTakeFirstOrThrow()
    const report = (changes: Partial<Report> = {}): Report => ({
      kind: 'hard-bounce',
      via: 'mailbox',
      mailId,
      eventKey: 'first',
      reason: `550 5.1.1 <${email}>: no such\r\n user`,
      ...changes,
    })
    return {
      store,
      report,
      apply: (changes: Partial<Report> = {}, at = noon) =>
        store.transact((trx) => applyReport(trx, report(changes), at)),
      /** a further mail to the same person that was sent */
      anotherMail: async (id: string) => {
        const mail = await store.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
        await store.db
          .insertInto('outbox')
          .values({ ...mail, id })
          .execute()
        return id
      },
      person: () =>
        store.db
          .selectFrom('people')
          .select(['state', 'mailSuspendedUntil as suspendedUntil'])
          .where('id', '=', personId)
          .executeTakeFirstOrThrow(),
      reports: () => store.db.selectFrom('mail_reports').selectAll().orderBy('id').execute(),
      counts: async () => (await readOutcomes(store.db, noon - day))[0],
    }
  }

  test('[BACK-4] of a refusal for policy or about the account, three times, changes nobody', async () => {
    const { apply, anotherMail, person, reports, counts } = await open()
    for (const kind of ['refusal', 'account'] as const)
      for (const n of [1, 2, 3]) {
        const mailId = await anotherMail(
          `019fffff-0000-7000-8000-00000000000${n + (kind === 'account' ? 3 : 0)}`,
        )
        expect(await apply({ kind, mailId, eventKey: `${kind} ${n}` })).toBe('applied')
      }
    expect(await person()).toEqual({ state: 'confirmed', suspendedUntil: null })
    expect(await reports()).toHaveLength(6)
    expect(await counts()).toBeUndefined()
  })

  test('[BACK-3] of a departure at the provider takes the person off the list, and counts in the letter', async () => {
    const { store, apply, person } = await open()
    await store.db.updateTable('outbox').set({ letterId: '7' }).execute()
    expect(await apply({ kind: 'unsubscribe' })).toBe('applied')
    expect(await person()).toMatchObject({ state: 'unsubscribed' })
    const counts = store.db.selectFrom('letter_counts').select(['letterId', 'outcome', 'count'])
    expect(await counts.execute()).toEqual([{ letterId: '7', outcome: 'left', count: 1 }])
  })

  test('[BACK-4] of a hard bounce suppresses the address, counts as returned and is stored with masked words', async () => {
    const { apply, person, reports, counts } = await open()
    expect(await apply()).toBe('applied')
    expect(await person()).toMatchObject({ state: 'bounced' })
    expect(await reports()).toMatchObject([
      {
        kind: 'hard-bounce',
        via: 'mailbox',
        at: noon,
        reason: '550 5.1.1 <sa***@gmail.com>: no such user',
      },
    ])
    expect(await counts()).toMatchObject({ provider: 'gmail.com', returned: 1, complained: 0 })
  })

  test('[BACK-4] of a complaint suppresses the address and counts as complained', async () => {
    const { apply, person, counts } = await open()
    await apply({ kind: 'complaint' })
    expect(await person()).toMatchObject({ state: 'complained' })
    expect(await counts()).toMatchObject({ returned: 0, complained: 1 })
  })

  test('[BACK-4] of an absence is stored and changes nothing else', async () => {
    const { apply, person, reports, counts } = await open()
    expect(await apply({ kind: 'out-of-office' })).toBe('applied')
    expect(await person()).toEqual({ state: 'confirmed', suspendedUntil: null })
    expect(await reports()).toHaveLength(1)
    expect(await counts()).toBeUndefined()
  })

  test('[BACK-4] that comes again changes nothing, not even at the same moment', async () => {
    const { apply, reports, counts } = await open()
    const outcomes = await Promise.all([apply(), apply(), apply()])
    expect(outcomes.sort()).toEqual(['applied', 'replayed', 'replayed'])
    expect(await apply({}, noon + day)).toBe('replayed')
    expect(await reports()).toHaveLength(1)
    expect(await counts()).toMatchObject({ returned: 1 })
  })

  test('[BACK-4] counts a mail once, also if several servers report its bounce', async () => {
    const { apply, reports, counts } = await open()
    const both = await Promise.all([apply(), apply({ via: 'mailgun', eventKey: 'second' })])
    expect(both).toEqual(['applied', 'applied'])
    expect(await reports()).toHaveLength(2)
    expect(await counts()).toMatchObject({ returned: 1 })
  })

  test('[BACK-4] leaves a silenced person in their state, whichever report comes first', async () => {
    const { apply, person } = await open()
    await apply({ kind: 'complaint' })
    await apply({ kind: 'hard-bounce', eventKey: 'second' })
    expect(await person()).toMatchObject({ state: 'complained' })
  })

  test('[BACK-4] of a soft bounce suspends mail for 14 days at the third mail within 7 days', async () => {
    const { apply, anotherMail, person } = await open()
    const second = await anotherMail('019fffff-0000-7000-8000-000000000002')
    const third = await anotherMail('019fffff-0000-7000-8000-000000000003')
    const soft = { kind: 'soft-bounce' as const }
    await apply({ ...soft, eventKey: '1' })
    await apply({ ...soft, eventKey: '1 again' }, noon + day)
    await apply({ ...soft, eventKey: '2', mailId: second }, noon + 2 * day)
    expect(await person()).toEqual({ state: 'confirmed', suspendedUntil: null })
    await apply({ ...soft, eventKey: '3', mailId: third }, noon + 6 * day)
    expect(await person()).toEqual({ state: 'confirmed', suspendedUntil: noon + 20 * day })
  })

  test('[BACK-4] about an unknown or erased person’s mail changes nothing', async () => {
    const { apply, reports, store } = await open()
    expect(await apply({ mailId: '019fffff-0000-7000-8000-000000000001' })).toBe('unknown')
    await apply()
    await store.transact((trx) => erasePerson(trx, email, testSecret, noon))
    expect(await reports()).toEqual([])
    expect(await apply({ eventKey: 'after the erasure' })).toBe('unknown')
    expect(await reports()).toEqual([])
  })
})
