import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { consentAgain } from '#server/people/me-routes.ts'
import { storeResult } from '#server/quiz/save-result.ts'
import { engines, freshStore } from '#test/fresh-store.ts'
import { noon } from '#test/mailbox.ts'
import { resultFor } from '#test/quiz-taker.ts'
import { joinAll } from './sign-up.ts'
import { confirmPerson } from './confirm-people.ts'
import { leave, suppress } from './membership.ts'

const dayMs = 24 * 3_600_000
const [consent] = campaign.consents

describe.each(engines)('the welcome mail on %s', async (engine) => {
  const store = await freshStore(engine)
  const join = (email: string, now = noon) =>
    store.transact((trx) =>
      joinAll(
        trx,
        [{ email, placement: 'hero', source: '', consent, charges: null }],
        'double',
        now,
      ),
    )
  const idOf = async (email: string) =>
    (
      await store.db
        .selectFrom('people')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).id
  const joined = async (email: string) => {
    await join(email)
    return idOf(email)
  }
  const confirm = (id: string, now = noon + 1) =>
    store.transact((trx) => confirmPerson(trx, id, now))
  const leaveAt = (id: string, now: number) => store.transact((trx) => leave(trx, id, now))
  const welcomes = async (email: string) =>
    (
      await store.db
        .selectFrom('outbox')
        .select(['state', 'data'])
        .where('email', '=', email)
        .where('template', '=', 'welcome')
        .execute()
    ).map(({ state, data }) => `${state} ${data}`)

  test('[CALL-1] the first confirmation queues it, and a second press does not', async () => {
    const id = await joined('sanne@example.com')
    expect(await welcomes('sanne@example.com')).toEqual([])
    expect([await confirm(id), await confirm(id)]).toEqual(['done', 'already'])
    expect(await welcomes('sanne@example.com')).toEqual(['due {}'])
  })

  test('[CALL-1] two confirmations at once queue one', async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, n) => joined(`twin${n}@example.com`)),
    )
    const answers = await Promise.all(ids.flatMap((id) => [confirm(id), confirm(id)]))
    expect(answers.toSorted()).toEqual([...ids.map(() => 'already'), ...ids.map(() => 'done')])
    for (const n of ids.keys()) expect(await welcomes(`twin${n}@example.com`)).toHaveLength(1)
  })

  test('[CALL-1] a person who leaves and comes back gets no second one, and a waiting one is not sent', async () => {
    const id = await joined('noor@example.com')
    await confirm(id)
    await leaveAt(id, noon + 2)
    await join('noor@example.com', noon + 2 * dayMs)
    expect(await confirm(id, noon + 2 * dayMs)).toBe('done')
    expect(await welcomes('noor@example.com')).toEqual(['cancelled {}'])
  })

  test("[CALL-1] agreeing on the person's data page confirms too, and queues it", async () => {
    const id = await joined('agrees@example.com')
    await store.transact((trx) =>
      consentAgain(trx, { personId: id, press: null, consent: campaign.consents[0] }, noon + 1),
    )
    expect(await welcomes('agrees@example.com')).toHaveLength(1)
  })

  test('[CALL-1] after a quiz it names the type of the newest result', async () => {
    for (const [type, now] of [
      ['focus', noon],
      ['stress', noon + 1],
    ] as const)
      await store.transact((trx) =>
        storeResult(
          trx,
          {
            email: 'daan@example.com',
            key: null,
            result: resultFor(type),
            source: '',
            consent,
            charges: null,
          },
          'double',
          now,
        ),
      )
    await confirm(await idOf('daan@example.com'), noon + 2)
    expect(await welcomes('daan@example.com')).toEqual(['due {"quizType":"stress"}'])
  })

  test('[CALL-1] people who were imported, or confirmed before the mail existed, do not get it', async () => {
    const [imported, before] = [
      await joined('imported@example.com'),
      await joined('before@example.com'),
    ]
    await store.db
      .updateTable('people')
      .set({ placement: 'import' })
      .where('id', '=', imported)
      .execute()
    await store.db
      .updateTable('people')
      .set({ state: 'unsubscribed', confirmedAt: noon - dayMs, leftAt: noon - 1 })
      .where('id', '=', before)
      .execute()
    expect([await confirm(imported), await confirm(before)]).toEqual(['done', 'done'])
    expect([await welcomes('imported@example.com'), await welcomes('before@example.com')]).toEqual([
      [],
      [],
    ])
  })

  test.each(['bounced', 'complained', 'suppressed'] as const)(
    'an address that is %s gets none',
    async (state) => {
      const email = `${state}@example.com`
      const id = await joined(email)
      await store.transact((trx) => suppress(trx, { id, email }, state, noon))
      expect([await confirm(id), await welcomes(email)]).toEqual([null, []])
    },
  )
})
