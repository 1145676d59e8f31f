import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { mailTemplates, type MailTemplate } from '#contract/mails/mails.ts'
import { readConfig } from '#server/config/config.ts'
import { openLetterPlanner } from '#server/letters/states.ts'
import {
  operatorMailKinds,
  queueOperatorMail,
  urgentConnections,
  type OperatorMailTemplate,
  type OperatorMailToQueue,
} from '#server/outbox/operator-mails.ts'
import { suppressAddress } from '#server/signup/membership.ts'
import { freshStore, storeEngines, testSecret, type FreshStore } from '#test/fresh-store.ts'
import { addListed, sentLetter } from '#test/letters.ts'
import { noon, openOperatorMails, queueTo } from '#test/mailbox.ts'
import { silentLog } from '#test/silent-log.ts'
import { openMailServer, openRudeServer } from '#test/smtp.ts'
import { claimMails } from './claim.ts'
import { endAllLeases, recoverExpired } from './leases.ts'
import { pauseUntilResumed, resumeQueue } from './queue-pause.ts'
import { connections } from './transport.ts'
import { claimUrgentMails } from './urgent.ts'

const [sanne, daan] = ['sanne@fuel.example', 'daan@fuel.example']
const operatorTemplates = Object.keys(operatorMailKinds) as OperatorMailTemplate[]

/** `leave`: how many mails leave now. Both addresses have a mail of the kind. */
type Queued = { store: FreshStore; leave: () => Promise<number> }

/** Mails to the list, up to their claim. */
async function toList(
  store: FreshStore,
  template: MailTemplate | 'letter',
  mailsPerHour: number,
): Promise<Queued> {
  if (template === 'letter') await queueLetter(store)
  else
    for (const email of [sanne, daan]) {
      const state = template === 'confirm' ? 'unconfirmed' : 'confirmed'
      const personId = await queueTo(store, email, template, state, noon)
      if (template === 'sequence') await expectStep(store, personId)
    }
  const terms = {
    secretKey: testSecret,
    most: 10,
    mailsPerHour,
    paced: true,
    host: 'fuel.example',
    sequence: campaign.sequence,
  }
  const leave = async () => {
    for (;;) {
      const { mails, changed, closedUntil } = await claimMails(store, terms, noon)
      if (mails.length > 0 || changed === 0 || closedUntil !== null) return mails.length
    }
  }
  return { store, leave }
}

async function queueLetter(store: FreshStore) {
  await addListed(store, [
    { id: 'sanne', email: sanne },
    { id: 'daan', email: daan },
  ])
  await sentLetter(store, noon)
  await openLetterPlanner({ store, now: () => noon, queued: () => {} }).run()
}

/** The person's sequence waits for the mail that is queued. */
async function expectStep({ db }: FreshStore, personId: string) {
  const data = JSON.stringify({ quizType: 'focus', step: campaign.sequence!.steps[0]!.name })
  const { id } = await db
    .updateTable('outbox')
    .set({ data })
    .where('personId', '=', personId)
    .returning('id')
    .executeTakeFirstOrThrow()
  const place = { step: null, stepDays: null, firstAt: null, lastAt: null, dueAt: null }
  await db
    .insertInto('sequence_places')
    .values({ personId, ...place, mailId: id, firsts: '{}' })
    .execute()
}

/** A worker of mails that have no person, with a mail server. */
function workerOf(store: FreshStore, smtpUrl: string, mailsPerHour = 1_000, clock = { now: noon }) {
  const read = readConfig({
    PUBLIC_URL: 'https://fuel.example',
    MAIL_FROM: 'hello@fuel.example',
    SMTP_URL: smtpUrl,
    MAILS_PER_HOUR: String(mailsPerHour),
  })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const render = async () => ({ subject: 'x', html: 'x', text: 'x' })
  return openOperatorMails({
    store,
    secretKey: testSecret,
    config: read.config,
    renderers: {
      'sign-in': render,
      alert: render,
      'letter-test': render,
      'once-confirm': render,
      once: render,
    },
    log: silentLog,
    now: () => clock.now,
  })
}

const queueIn = (store: FreshStore, template: OperatorMailTemplate, email: string) =>
  store.transact((trx) =>
    queueOperatorMail(trx, { email, template, data: {} } as OperatorMailToQueue, noon),
  )

async function besideList(
  store: FreshStore,
  template: OperatorMailTemplate,
  mailsPerHour: number,
): Promise<Queued> {
  const server = await openMailServer()
  const clock = { now: noon }
  const worker = workerOf(store, server.url, mailsPerHour, clock)
  for (const email of [sanne, daan]) await queueIn(store, template, email)
  const leave = async () => {
    const before = server.received.length
    await worker.run()
    // A worker that finds a pause looks again after a second.
    clock.now += 1_000
    return server.received.length - before
  }
  return { store, leave }
}

const kinds = [
  ...[...mailTemplates, 'letter' as const].map((template) => ({
    template,
    isUrgent: false,
    open: (store: FreshStore, perHour: number) => toList(store, template, perHour),
  })),
  ...operatorTemplates.map((template) => ({
    template,
    isUrgent: template === 'sign-in' || template === 'alert',
    open: (store: FreshStore, perHour: number) => besideList(store, template, perHour),
  })),
]

describe.each(storeEngines)('every kind of mail, on %s', (engine) => {
  test.each(kinds)('$template spends the budget of the hour, unless it is urgent', async (kind) => {
    const { leave } = await kind.open(await freshStore(engine), 1)
    expect([await leave(), await leave()]).toEqual(kind.isUrgent ? [2, 0] : [1, 0])
  })

  test.each(kinds)('$template waits in a pause, unless it is urgent', async (kind) => {
    const { store, leave } = await kind.open(await freshStore(engine), 1_000)
    await store.transact((trx) => pauseUntilResumed(trx, 'an operator paused it', noon))
    const inPause = await leave()
    await store.transact((trx) => resumeQueue(trx, noon))
    expect([inPause, await leave()]).toEqual(kind.isUrgent ? [2, 0] : [0, 2])
  })

  test.each(kinds)('$template goes to no suppressed address, unless it is urgent', async (kind) => {
    const { store, leave } = await kind.open(await freshStore(engine), 1_000)
    await store.transact((trx) => suppressAddress(trx, sanne, 'suppressed', noon))
    expect(await leave()).toBe(kind.isUrgent ? 2 : 1)
  })
})

describe.each(storeEngines)('a server that is killed as it sends, on %s,', (engine) => {
  test.each(operatorTemplates)(
    'leaves a %s that is sent again twice at most, with the same Message-ID',
    async (template) => {
      const store = await freshStore(engine)
      await queueIn(store, template, sanne)
      const terms = {
        secretKey: testSecret,
        mailsPerHour: 1_000,
        paced: true,
        host: 'fuel.example',
        sequence: null,
      }
      const sent: string[] = []
      for (let server = 0; server < 5; server++) {
        const urgent = await claimUrgentMails(store, { ...terms, inFlight: 0 }, noon)
        const others = await claimMails(store, { ...terms, most: 10 }, noon)
        sent.push(...[...urgent.mails, ...others.mails].map(({ messageId }) => messageId))
        await endAllLeases(store)
        await recoverExpired(store, noon)
      }
      expect(sent).toEqual([sent[0], sent[0], sent[0]])
      expect(await store.db.selectFrom('outbox').select(['state', 'ambiguous']).execute()).toEqual([
        { state: 'uncertain', ambiguous: 3 },
      ])
    },
  )
})

test('a mail that a person on the list waits for leaves before confirm mails of a closed list, however many', async () => {
  const store = await freshStore('sqlite')
  for (let n = 0; n < 40; n++) await queueIn(store, 'once-confirm', `a${n}@gmail.com`)
  await queueTo(store, sanne, 'welcome', 'confirmed', noon)
  const terms = { secretKey: testSecret, paced: true, host: 'fuel.example', sequence: null }
  const { mails } = await claimMails(store, { ...terms, most: 1, mailsPerHour: 1 }, noon)
  expect(mails.map(({ email }) => email)).toEqual([sanne])
})

const alertsAtOnce = urgentConnections - 1

test('a sign-in link leaves while a slow mail server holds all other mails that may be sent', async () => {
  const store = await freshStore('sqlite')
  const server = await openRudeServer({ dot: 'silence' })
  const worker = workerOf(store, server.url)
  for (const template of ['once', 'once-confirm', 'letter-test', 'alert'] as const)
    for (let n = 0; n < 12; n++) await queueIn(store, template, `a${n}@${template}.example`)
  worker.nudge()
  await expect.poll(() => server.taken.length).toBe(connections + alertsAtOnce)
  server.manners.dot = '250 taken'
  await queueIn(store, 'sign-in', sanne)
  worker.nudge()
  await expect.poll(() => server.taken.some((mail) => mail.includes(`To: ${sanne}`))).toBe(true)
  expect(server.taken).toHaveLength(connections + alertsAtOnce + 1)
  const stopped = worker.stop()
  server.answerAll('250 taken')
  await stopped
})
