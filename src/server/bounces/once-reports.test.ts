import { expect, test } from 'vitest'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { noon } from '#test/mailbox.ts'
import { requestOnce } from '#server/signup/once-requests.ts'
import { applyReport } from './reports.ts'

const email = 'sanne@gmail.com'
const consent = { version: 'once-1', text: 'One mail, then deleted. Privacy', link: 'Privacy' }

const reported = storeEngines.flatMap((engine) => [
  ['hard-bounce', 'bounced', engine] as const,
  ['complaint', 'complained', engine] as const,
])

/** An address that asked for one mail, whose confirm mail was sent. */
async function open(engine: (typeof storeEngines)[number]) {
  const store = await freshStore(engine)
  await store.transact((trx) =>
    requestOnce(trx, { email, consent, network: 'one', language: 'en' }, noon),
  )
  const { id: mailId } = await store.db
    .updateTable('outbox')
    .where('personId', 'is', null)
    .set({ state: 'sent', sentAt: noon })
    .returning('id')
    .executeTakeFirstOrThrow()
  const apply = (kind: 'hard-bounce' | 'complaint' | 'soft-bounce' | 'unsubscribe') =>
    store.transact((trx) =>
      applyReport(trx, { kind, via: 'mailbox', mailId, eventKey: kind, reason: 'no' }, noon),
    )
  const states = async () =>
    (await store.db.selectFrom('people').select('state').execute()).map(({ state }) => state)
  const requests = async () =>
    (await store.db.selectFrom('once_requests').select('id').execute()).length
  return { apply, states, requests }
}

test.each(reported)(
  '[END-3] [BACK-4] a %s about a confirm mail of a closed list stores the address as %s, and a copy changes nothing (%s)',
  async (kind, state, engine) => {
    const { apply, states, requests } = await open(engine)
    expect(await apply(kind)).toBe('applied')
    expect([await states(), await requests()]).toEqual([[state], 0])
    expect(await apply(kind)).toBe('unknown')
    expect(await states()).toEqual([state])
  },
)

test.each(storeEngines)(
  '[END-3] a full mailbox adds nobody, and leaving at the provider deletes the request (%s)',
  async (engine) => {
    const { apply, states, requests } = await open(engine)
    await apply('soft-bounce')
    expect([await states(), await requests()]).toEqual([[], 1])
    expect(await apply('unsubscribe')).toBe('applied')
    expect([await states(), await requests()]).toEqual([[], 0])
  },
)
