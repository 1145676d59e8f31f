import { expect, test } from 'vitest'
import { freshStore, testSecret } from '#test/fresh-store.ts'
import { noon } from '#test/mailbox.ts'
import type { Log } from '#server/config/log.ts'
import { readMailReport } from '#server/ops/mail-status.ts'
import { paceMails } from '#server/delivery/pace.ts'
import { forget } from '#server/ops/retention.ts'
import { longestBudgetMs, normalBudget, spend, logCapped } from './budgets.ts'

const reportConfig = {
  publicUrl: 'http://localhost:3000',
  loopback: true,
  trustedProxies: [],
  smtpUrl: undefined,
  mailsPerHour: 3_000,
  limits: 'on' as const,
}

const yearMs = 365 * 24 * 3_600_000
const charges = [{ key: 'normal sanne', budget: normalBudget }]

test('capped budgets are reported once in the log, and for a week by mail -- status', async () => {
  const store = await freshStore('sqlite')
  const lines: { budgets: number }[] = []
  const log = { warn: (facts: { budgets: number }) => void lines.push(facts) } as unknown as Log
  const status = async (now: number) =>
    (await readMailReport(store.db, { config: reportConfig, sequence: null }, now)).capped.filter(
      (line) => line.includes('capped'),
    )
  let told = await logCapped(store.db, log, null)
  await store.transact((trx) => spend(trx, [charges], noon + yearMs))
  expect(await status(noon)).toEqual([])
  await store.transact((trx) => spend(trx, [charges], noon))
  for (let time = 0; time < 2; time++) told = await logCapped(store.db, log, told)
  expect(lines.map(({ budgets }) => budgets)).toEqual([1])
  expect([(await status(noon)).length, await status(noon + 8 * 24 * 3_600_000)]).toEqual([1, []])
})

test('mail is not held by a clock that was ahead: budgets of the hour, of domains and of mailboxes go on as spent ones do', async () => {
  const store = await freshStore('sqlite')
  const mail = {
    id: '1',
    email: 'sanne@fuel.example',
    domain: 'fuel.example',
    template: 'confirm',
    priority: 0,
    requester: '',
    paid: 0,
    everConfirmed: false,
    proven: false,
    createdAt: noon,
    messageId: null,
  }
  const pace = (now: number) =>
    store.transact((trx) =>
      paceMails(
        trx,
        { inTurn: [mail], open: new Map(), waitedFor: new Set() },
        {
          secretKey: testSecret,
          confirmed: new Map(),
          most: 1,
          mailsPerHour: 3_000,
          awaitedMailWaits: false,
        },
        now,
      ),
    )
  expect((await pace(noon + yearMs)).go).toEqual(['1'])
  const { closedUntil } = await pace(noon)
  expect(closedUntil! - noon).toBeLessThan(2_000)
  const { deferred } = await pace(closedUntil!)
  expect(deferred).toHaveLength(1)
  expect(deferred[0]!.until - noon).toBeLessThanOrEqual(24 * 3_600_000)
})

test('retention caps budgets that nobody has used since, so that they are forgotten with the others', async () => {
  const store = await freshStore('sqlite')
  await store.transact((trx) => spend(trx, [charges], noon + yearMs))
  await forget({ store, secretKey: testSecret, now: noon })
  expect(await store.db.selectFrom('budgets').select('tat').execute()).toEqual([
    { tat: noon + longestBudgetMs },
  ])
  await forget({ store, secretKey: testSecret, now: noon + longestBudgetMs + 7 * 24 * 3_600_000 })
  expect(await store.db.selectFrom('budgets').select('tat').execute()).toEqual([])
})
