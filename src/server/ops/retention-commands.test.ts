import { expect, test } from 'vitest'
import { checkClock } from '#server/clock/clock.ts'
import { joinAll } from '#server/signup/sign-up.ts'
import { freshStore } from '#test/fresh-store.ts'
import { operate } from '#test/operator.ts'
import { readMailStatus } from './mail-status.ts'
import { retentionCommand, readLastRun, runRetention } from './retention.ts'

const minute = 60_000
const day = 24 * 60 * minute
const noon = Date.parse('2026-11-26T12:00:00Z')
const secretKey = 'k'.repeat(32)
const consent = { version: '1', text: 'By joining you agree. Privacy', link: 'Privacy' }
const reportConfig = {
  publicUrl: 'http://localhost:3000',
  loopback: true,
  trustedProxies: [],
  smtpUrl: undefined,
  mailsPerHour: 3_000,
  limits: 'on' as const,
}

/** A server that ran at noon, Sanne, who joined then and did not confirm, and the commands. */
async function scene() {
  const store = await freshStore('sqlite')
  if (!('dataDir' in store.where)) throw new Error('not a folder')
  const { dataDir } = store.where
  await checkClock(store, 'web-1:3000', noon)
  await runRetention({ store, secretKey, now: noon })
  const sanne = {
    email: 'sanne@example.com',
    placement: 'hero',
    source: '',
    consent,
    charges: null,
  }
  await store.transact((trx) => joinAll(trx, [sanne], 'double', noon))
  await store.db.updateTable('outbox').set({ state: 'sent' }).execute()
  return {
    store,
    retention: (args: string, at: number) =>
      operate(retentionCommand, { DATA_DIR: dataDir, SECRET_KEY: secretKey }, args, at),
    people: () => store.db.selectFrom('people').select('email').execute(),
  }
}

test('while no clock is doubtful, status says when retention ran, and there is nothing to approve', async () => {
  const { retention } = await scene()
  expect(await retention('status', noon + minute)).toEqual({
    code: 0,
    output:
      'No clock is doubtful: retention does not wait.\nRetention last ran at 2026-11-26T12:00:00.000Z.\nThe clock of this machine says 2026-11-26T12:01:00.000Z.',
  })
  expect(await retention('approve', noon + minute)).toMatchObject({
    code: 1,
    output: expect.stringContaining('nothing to approve'),
  })
})

test('while a clock is doubtful, status and mail -- status name the server, since when, what waits and what to do', async () => {
  const { store, retention } = await scene()
  await checkClock(store, 'web-1:3000', noon + 40 * day)
  const { code, output } = await retention('status', noon + 40 * day)
  const { clock } = await readMailStatus(
    store.db,
    { config: reportConfig, sequence: null },
    noon + 40 * day,
  )
  expect(code).toBe(1)
  for (const text of [output, clock.join()])
    for (const words of [
      'The clock of the server web-1:3000 is doubtful since 2026-11-26T12:00:00.000Z',
      'it said 2027-01-05T12:00:00.000Z',
      'waves and spots, rewards',
      'planned changes of the launch',
      'npm run retention -- approve',
    ])
      expect(text).toContain(words)
  const json = await retention('status --json', noon + 40 * day)
  expect(JSON.parse(json.output)).toMatchObject({
    lastRunAt: '2026-11-26T12:00:00.000Z',
    waitsSince: '2026-11-26T12:00:00.000Z',
    doubtful: [{ server: 'web-1:3000', clock: '2027-01-05T12:00:00.000Z' }],
  })
})

test('approving the clock deletes expired data at once, and the server trusts its clock at its next check', async () => {
  const { store, retention, people } = await scene()
  await checkClock(store, 'web-1:3000', noon + 40 * day)
  expect(await people()).toHaveLength(1)
  expect(await retention('approve', noon + 40 * day)).toMatchObject({
    code: 0,
    output: expect.stringContaining('The clock of this machine is trusted'),
  })
  expect([await people(), await readLastRun(store.db)]).toEqual([[], noon + 40 * day])
  const { isTrusted } = await checkClock(store, 'web-1:3000', noon + 40 * day + minute)
  expect([isTrusted, (await retention('status', noon + 40 * day)).code]).toEqual([true, 0])
})

test('approving the clock of one machine leaves a server doubtful whose clock differs', async () => {
  const { store, retention, people } = await scene()
  await checkClock(store, 'web-2:3000', noon + 40 * day)
  expect((await retention('approve', noon + minute)).code).toBe(0)
  expect((await checkClock(store, 'web-2:3000', noon + 40 * day)).isTrusted).toBe(false)
  expect(await people()).toHaveLength(1)
})

test.each([
  ['', 'The action is missing.'],
  ['run', "'run' is not an action of npm run retention."],
  ['status now', "'now' is not expected here."],
])("'%s' says why it is not understood", async (args, why) => {
  const { code, output } = await operate(retentionCommand, {}, args)
  expect([code, output.split('\n')[0]]).toEqual([2, expect.stringContaining(why)])
})
