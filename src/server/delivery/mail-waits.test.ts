import type { Updateable } from 'kysely'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { MailWait } from '#contract/mails/waits.ts'
import type { MailTemplate } from '#contract/mails/mails.ts'
import type { MailQueueTable, OutboxTable } from '#server/db/outbox-schema.ts'
import type { Store } from '#server/db/store.ts'
import { feedRun } from '#server/letters/runs.ts'
import { openLetterPlanner, holdAllLetters, pauseLetter } from '#server/letters/states.ts'
import { afterQuiet } from '#server/sequence/steps.ts'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { addListed, sentLetter } from '#test/letters.ts'
import { noon, queueTo } from '#test/mailbox.ts'
import { claimMails } from './claim.ts'
import { readMailWaits } from './mail-waits.ts'
import { pauseUntilResumed, resumeQueue } from './queue-pause.ts'
import {
  operatorMailKinds,
  queueOperatorMail,
  type OperatorMailTemplate,
  type OperatorMailToQueue,
} from '#server/outbox/operator-mails.ts'
import { queueMails } from '#server/outbox/outbox.ts'

const minute = 60_000
const later = noon + 30 * minute
const config = {
  smtpUrl: 'smtp://mail.example',
  publicUrl: 'https://fuel.example',
  loopback: false,
  trustedProxies: [],
  mailsPerHour: 3000,
  limits: 'on' as 'on' | 'off',
}
const noServer = { ...config, smtpUrl: undefined }

const waitsOf = async (store: Store, mail: string, now = noon, of = config) =>
  (await readMailWaits(store.db, { mail }, { config: of, sequence: campaign.sequence }, now)).get(
    mail,
  )

const claim = (store: Store, mailsPerHour = 3000, most = 10) =>
  claimMails(
    store,
    {
      secretKey: testSecret,
      most,
      mailsPerHour,
      paced: true,
      host: 'fuel.example',
      sequence: null,
    },
    noon,
  )
/** Claims what can leave; it counts as sent. */
async function claimAll(store: Store, mailsPerHour?: number) {
  for (let more = true; more;) {
    const { changed, closedUntil } = await claim(store, mailsPerHour)
    more = changed > 0 && closedUntil === null
  }
}
const waiting = (store: Store) =>
  store.db.selectFrom('outbox').select('id').where('state', '=', 'due').orderBy('id').execute()

type Case = {
  row?: Updateable<OutboxTable>
  queue?: Updateable<MailQueueTable>
  template?: MailTemplate
  email?: string
  of?: Partial<typeof config> | typeof noServer
  now?: number
  wait: Partial<MailWait> | undefined
}
const paused = { pausedReason: '550 suspended', pausedAt: noon }
const trouble = { trouble: 'unreachable', troubleReason: 'ECONNREFUSED', troubleSince: noon }
const deferred = { waits: 'time', dueAt: later }
const night = Date.parse('2026-11-21T23:00:00Z')

const cases: Record<string, Case> = {
  'its turn': { wait: { waitsFor: 'turn', until: null } },
  'its turn, once its time has come': {
    row: { waits: 'time', dueAt: noon - 1 },
    wait: { waitsFor: 'turn' },
  },
  'nothing, while it is being sent': { row: { state: 'sending' }, wait: undefined },
  'nothing, once it was sent': { row: { state: 'sent' }, wait: undefined },
  'nothing, once it is dead': { row: { state: 'dead' }, wait: undefined },
  'an operator who releases it': {
    row: { state: 'overdue', reason: 'waited for too long' },
    wait: { waitsFor: 'release', because: 'waited for too long' },
  },
  'a mail server, where it is kept': { row: { state: 'kept' }, wait: { waitsFor: 'server' } },
  'a mail server, where none is configured': { of: noServer, wait: { waitsFor: 'server' } },
  'an operator who resumes mail': {
    queue: { ...paused, pausedBy: 'held' },
    wait: { waitsFor: 'held', until: null, because: '550 suspended' },
  },
  'the check of an answer': {
    queue: { ...paused, pausedBy: 'checking', nextProbeAt: later },
    wait: { waitsFor: 'checking', until: null, because: '550 suspended' },
  },
  'a pause, until the next probe': {
    row: { waits: 'time', dueAt: noon + minute, attempts: 1 },
    queue: { ...paused, pausedBy: 'account', nextProbeAt: noon + 10 * minute },
    wait: { waitsFor: 'pause', until: noon + 10 * minute, because: '550 suspended' },
  },
  'its next try, with the last answer': {
    row: { ...deferred, attempts: 2, reason: '450 busy' },
    queue: trouble,
    wait: { waitsFor: 'retry', until: later, because: '450 busy' },
  },
  "its mailbox's limit": { row: deferred, wait: { waitsFor: 'mailbox', until: later } },
  "its domain's limit, where the address has confirmed": {
    template: 'welcome',
    row: deferred,
    wait: { waitsFor: 'domain', until: later },
  },
  'its time, where a large provider has no limit': {
    template: 'welcome',
    email: 'sanne@gmail.com',
    row: deferred,
    wait: { waitsFor: 'time', until: later },
  },
  'its time, where mails have no limits': {
    row: deferred,
    of: { limits: 'off' },
    wait: { waitsFor: 'time', until: later },
  },
  'the time of its step': {
    template: 'sequence',
    row: deferred,
    wait: { waitsFor: 'time', until: later },
  },
  'the end of the quiet hours': {
    template: 'sequence',
    now: night,
    wait: { waitsFor: 'quiet', until: afterQuiet(night, campaign.sequence!) },
  },
  'the mail server, where no session is established': {
    queue: trouble,
    wait: { waitsFor: 'session', until: null, because: 'ECONNREFUSED' },
  },
}

describe.each(storeEngines)('%s: a mail waits for', (engine) => {
  test.each(Object.entries(cases))('%s', async (_, { row = {}, queue = {}, ...scene }) => {
    const { template = 'confirm', email = 'sanne@example.com', of = {}, now = noon } = scene
    const store = await freshStore(engine)
    const state = template === 'confirm' ? 'unconfirmed' : 'confirmed'
    await queueTo(store, email, template, state, noon)
    const { id } = (await waiting(store))[0]!
    await store.db
      .updateTable('outbox')
      .set({ reason: null, ...row })
      .execute()
    await store.db
      .updateTable('mail_queue')
      .set({ id: 1, ...queue })
      .execute()
    const found = await waitsOf(store, id, now, { ...config, ...of } as typeof config)
    if (scene.wait === undefined) expect(found).toBeUndefined()
    else expect(found).toMatchObject(scene.wait)
  })

  test("its domain's limit, until the domain opens", async () => {
    const store = await freshStore(engine)
    for (let n = 0; n < 20; n++)
      await queueTo(store, `p${n}@club.example`, 'confirm', 'unconfirmed', noon)
    await claimAll(store)
    const { opensAt } = await store.db
      .selectFrom('waiting_domains')
      .select('opensAt')
      .executeTakeFirstOrThrow()
    const [first] = await waiting(store)
    expect(await waitsOf(store, first!.id)).toMatchObject({ waitsFor: 'domain', until: opensAt })
    expect(await waitsOf(store, first!.id, opensAt)).toMatchObject({
      waitsFor: 'domain',
      until: null,
    })
  })

  test("its mailbox's limit, until a claim may send it", async () => {
    const store = await freshStore(engine)
    for (let n = 0; n < 8; n++)
      await queueTo(store, `sanne+${n}@gmail.com`, 'confirm', 'unconfirmed', noon)
    await claimAll(store)
    const { id, dueAt } = await store.db
      .selectFrom('outbox')
      .select(['id', 'dueAt'])
      .where('state', '=', 'due')
      .orderBy('dueAt')
      .executeTakeFirstOrThrow()
    expect(dueAt).toBeGreaterThan(noon)
    expect(await waitsOf(store, id)).toMatchObject({ waitsFor: 'mailbox', until: dueAt })
  })

  test("the hour's limit of all mail, until it allows one", async () => {
    const store = await freshStore(engine)
    for (let n = 0; n < 4; n++)
      await queueTo(store, `p${n}@d${n}.example`, 'confirm', 'unconfirmed', noon)
    const { closedUntil } = await claim(store, 10)
    const [first] = await waiting(store)
    expect(await waitsOf(store, first!.id, noon, { ...config, mailsPerHour: 10 })).toMatchObject({
      waitsFor: 'hour',
      until: closedUntil,
    })
  })

  test('the welcome mail to the same person', async () => {
    const store = await freshStore(engine)
    await queueTo(store, 'sanne@example.com', 'welcome', 'confirmed', noon)
    const person = await store.db.selectFrom('people').select('id').executeTakeFirstOrThrow()
    const [step] = await store.transact((trx) =>
      queueMails(
        trx,
        [{ personId: person.id, email: 'sanne@example.com', template: 'sequence' }],
        noon,
      ),
    )
    expect(await waitsOf(store, step!)).toMatchObject({ waitsFor: 'welcome' })
  })

  test('its letter: its turn, its ramp, a pause, a hold', async () => {
    const store = await freshStore(engine)
    await addListed(
      store,
      Array.from({ length: 400 }, (_, n) => ({ id: `p${n}`, email: `p${n}@gmail.com` })),
    )
    const letter = await sentLetter(store, noon)
    await openLetterPlanner({ store, now: () => noon, queued: () => {} }).run()
    const stored = await store.db.selectFrom('letters').selectAll().executeTakeFirstOrThrow()
    await store.transact((trx) => feedRun(trx, stored, 'gmail.com', noon))
    const id = (await waiting(store)).at(-1)!.id
    expect(await waitsOf(store, id)).toMatchObject({ waitsFor: 'turn' })
    await claimAll(store)
    const last = (await waiting(store)).at(-1)!.id
    const ramp = await waitsOf(store, last)
    expect(ramp).toMatchObject({ waitsFor: 'ramp' })
    expect(ramp!.until).toBeGreaterThan(noon)
    await store.transact((trx) => pauseLetter(trx, letter.id, 'operator', noon))
    expect(await waitsOf(store, last)).toMatchObject({ waitsFor: 'letter paused' })
    await store.transact((trx) => holdAllLetters(trx, noon))
    expect(await waitsOf(store, last)).toMatchObject({ waitsFor: 'letter held' })
  })
})

test('a sign-in link or an alert waits for its own time alone, and other mails without a person for a pause too', async () => {
  const store = await freshStore('sqlite')
  const queue = (template: OperatorMailTemplate) =>
    store.transact((trx) =>
      queueOperatorMail(
        trx,
        { email: 'anna@fuel.example', template, data: {} } as OperatorMailToQueue,
        noon,
      ),
    )
  const templates = Object.keys(operatorMailKinds) as OperatorMailTemplate[]
  const ids = await Promise.all(templates.map(queue))
  await store.transact((trx) => pauseUntilResumed(trx, 'an operator paused it', noon))
  const waits = async () =>
    (await Promise.all(ids.map((id) => waitsOf(store, id)))).map((wait) => wait?.waitsFor)
  expect(await waits()).toEqual(['turn', 'turn', 'held', 'held', 'held'])
  await store.transact((trx) => resumeQueue(trx, noon))
  await store.db
    .updateTable('outbox')
    .set({ waits: 'time', attempts: 1, dueAt: later, reason: '450 later' })
    .execute()
  expect(await waits()).toEqual(templates.map(() => 'retry'))
  await store.db.updateTable('outbox').set({ attempts: 0 }).execute()
  expect((await waits()).slice(2)).toEqual(['domain', 'mailbox', 'domain'])
})
