import { expect, test } from 'vitest'
import { consents } from '#campaign'
import type { Store } from '#server/db/store.ts'
import { joinAll } from '#server/signup/sign-up.ts'
import { engines, freshStore, testSecret } from '#test/fresh-store.ts'
import { noon, queueTo } from '#test/mailbox.ts'
import { welcomeFirst } from './eligibility.ts'
import { claimMails } from './claim.ts'
import { classify } from './classify.ts'
import { openRecorder } from './record.ts'
import { waitsFor } from '#server/outbox/turns.ts'
import { priorities } from '#server/outbox/outbox.ts'

const hourMs = 3_600_000
const claim = (store: Store, now: number, mailsPerHour = 1_000_000) =>
  claimMails(
    store,
    {
      secretKey: testSecret,
      most: 5,
      mailsPerHour,
      paced: true,
      host: 'fuel.example',
      sequence: null,
    },
    now,
  )
const signUp = (store: Store, emails: readonly string[], optIn: 'double' | 'single') =>
  store.transact((trx) =>
    joinAll(
      trx,
      emails.map((email) => ({
        email,
        placement: 'hero',
        source: '',
        consent: consents[0],
        charges: null,
        network: email,
      })),
      optIn,
      noon,
    ),
  )

async function refuseAll(store: Store) {
  const { mails } = await claim(store, noon)
  const recorder = openRecorder(
    store,
    () => noon,
    () => 1,
  )
  for (const mail of mails) {
    const refused = {
      result: 'refused',
      at: 'recipient',
      code: 550,
      answer: '550 5.7.1 no',
    } as const
    await recorder.add({ mail, outcome: classify(refused, 0, noon) })
  }
  const queue = await store.db
    .selectFrom('mail_queue')
    .select('pausedReason')
    .executeTakeFirstOrThrow()
  return { refused: mails.length, pausedFor: queue.pausedReason }
}

test.each(engines)(
  '%s: a claim of a paused queue that moves no mail is not repeated at once',
  async (engine) => {
    const store = await freshStore(engine)
    for (let n = 0; n < 30; n++)
      await queueTo(store, `step${n}@gmail.com`, 'listed', 'confirmed', noon)
    await store.db.updateTable('outbox').set({ priority: priorities.later }).execute()
    await queueTo(store, 'retry@gmail.com', 'confirm', 'unconfirmed', noon)
    await store.db
      .updateTable('outbox')
      .set({ waits: waitsFor.time, dueAt: noon + hourMs })
      .where('email', '=', 'retry@gmail.com')
      .execute()
    while ((await claim(store, noon, 100)).mails.length > 0);
    await store.db
      .updateTable('mail_queue')
      .set({ pausedBy: 'refused', pausedReason: 'refused', pausedAt: noon, nextProbeAt: noon })
      .execute()
    expect(await claim(store, noon, 100)).toMatchObject({ mails: [], changed: 0 })
  },
)

test("with single opt-in, refusals of three strangers' domains pause nothing", async () => {
  const store = await freshStore('sqlite')
  await signUp(store, ['a@one.example', 'b@two.example', 'c@three.example'], 'single')
  expect(await refuseAll(store)).toEqual({ refused: 3, pausedFor: null })
})

test('three subdomains of one domain count as one domain towards a pause', async () => {
  const store = await freshStore('sqlite')
  for (const host of ['a.team.example', 'b.team.example', 'c.team.example'])
    await queueTo(store, `sanne@${host}`, 'listed', 'confirmed', noon)
  expect(await refuseAll(store)).toEqual({ refused: 3, pausedFor: null })
})

test('a step behind a welcome mail that waits for its domain is tried again after five minutes', async () => {
  const store = await freshStore('sqlite')
  const personId = await queueTo(store, 'sanne@team.example', 'welcome', 'confirmed', noon)
  await store.db
    .updateTable('outbox')
    .set({ waits: waitsFor.domain('team.example') })
    .execute()
  const step = { id: 'step', personId, template: 'sequence', dueAt: noon }
  const welcome = await store.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
  await store.db
    .insertInto('outbox')
    .values({ ...welcome, ...step, waits: waitsFor.turn })
    .execute()
  expect(await store.transact((trx) => welcomeFirst(trx, [step], noon))).toEqual({
    rows: [],
    leftInTurn: 0,
  })
  const row = await store.db
    .selectFrom('outbox')
    .select(['dueAt', 'waits'])
    .where('id', '=', 'step')
    .executeTakeFirst()
  expect(row).toEqual({ dueAt: noon + 5 * 60_000, waits: waitsFor.time })
})
