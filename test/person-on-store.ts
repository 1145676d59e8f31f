import { campaign } from '#campaign'
import { applyReport } from '#server/bounces/reports.ts'
import { handleMessage } from '#server/bounces/handle-message.ts'
import { postmarkWebhook } from '#server/bounces/postmark-webhook.ts'
import type { WebhookReport } from '#server/bounces/webhook.ts'
import { readConfig } from '#server/config/config.ts'
import type { Log } from '#server/config/log.ts'
import { findLink } from '#server/signup/links.ts'
import { peopleCommand } from '#server/people/commands.ts'
import { importPeople } from '#server/imports/import.ts'
import { finishLetters, pauseLateLetters } from '#server/letters/states.ts'
import { startMissed } from '#server/sequence/start-sequences.ts'
import { StoreUnavailable } from '#server/db/store.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { openMailTokens } from '#server/outbox/mail-tokens.ts'
import { confirmResult } from '#server/quiz/results.ts'
import { joinAll } from '#server/signup/sign-up.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { leave } from '#server/signup/membership.ts'
import { runAction } from './run-action.ts'
import { freshFolder, testSecret, type FreshStore } from './fresh-store.ts'
import { feedLetters, pressedLetter } from './letters.ts'
import { importOptions, peopleFile } from './people-file.ts'
import type { Command, Mail, Model, Result, Who } from './person-model.ts'
import { reportMail } from './report-mails.ts'
import { sequenceScene } from './sequence-scene.ts'
import { silentLog } from './silent-log.ts'
import { linkIn } from './visitor.ts'
import { postmarkBounce, postmarkCall, webhookSettings } from './webhook-samples.ts'

export type StepMail = { id: string; step: string; type: string }
export type Seen = {
  state: string
  mails: Pick<Mail, 'template' | 'state'>[]
  results: Pick<Result, 'type' | 'sequence'>[]
  unclaimed: string[]
  steps: StepMail[]
  overdueSteps: number
}

const consent = { version: '2026-11', text: 'By joining you agree. Privacy', link: 'Privacy' }
const terms = {
  consentSource: 'an older list',
  consentAt: 0,
  consentWording: 'Yes, mail me',
}
const read = readConfig({ SECRET_KEY: testSecret, DATA_DIR: freshFolder() })
if (!read.ok) throw new Error(read.problems.join('\n'))
const { config } = read
type Template = Mail['template']
const withUnsubscribe: Template[] = ['confirm', 'listed', 'result', 'welcome', 'letter']
const mailTokens = openMailTokens([testSecret])

/**
 * One process on a store: each command as the server, the links or the operator do it. Nothing is
 * kept here but the store.
 */
export function lifeOnStore(first: FreshStore, optIn: Model['optIn']) {
  let store = first
  let trouble: unknown = null
  const hear = ({ err }: { err?: unknown }, message: string) => {
    if (err ?? message === 'mail waits for the store')
      trouble ??= err ?? new StoreUnavailable(message)
  }
  // Only what the mail worker says is heard, and it gives an object and a sentence.
  const log = { ...silentLog, warn: hear, error: hear } as Log
  let scene = sequenceScene(store, { log })

  async function run(command: Command, now: number): Promise<void> {
    scene.clock.now = now
    switch (command.does) {
      case 'join':
        return void (await store.transact((trx) =>
          joinAll(
            trx,
            [{ email: command.who, placement: 'hero', source: '', consent, charges: null }],
            optIn,
            now,
          ),
        ))
      case 'save': {
        const proof = command.own ? undefined : []
        const id = await scene.save(command.who, command.type, optIn, proof)
        if (command.ask) await scene.start(id, command.who)
        return
      }
      case 'claim':
        return claim(command.who, now)
      case 'confirm':
        return press(command.who, 'confirm', ['confirm'], now)
      case 'leave':
        return press(command.who, 'unsubscribe', withUnsubscribe, now)
      case 'bounce':
        return operate(now, 'suppress', command.who, '--reason', 'bounce')
      case 'complain':
        return operate(now, 'suppress', command.who, '--reason', 'complaint')
      case 'report':
        return report(command.who, command.kind, now)
      case 'erase':
        return operate(now, 'erase', command.who)
      case 'import':
        return void (await importPeople(
          peopleFile([{ email: command.who }]),
          importOptions({ ...terms, people: command.confirmed ? 'confirmed' : 'unconfirmed' }),
          false,
          { store, secrets: [testSecret], now, refuse: async () => {}, rest: async () => {} },
        ))
      case 'letter':
        return sendLetter(now)
      case 'tick':
        await startMissed(store, campaign.sequence, now)
        await store.transact((trx) => pauseLateLetters(trx, now))
        return scene.minute()
      case 'restart':
        return restart()
      case 'forward':
        return
    }
  }

  async function press(
    who: Who,
    kind: 'confirm' | 'unsubscribe',
    templates: Template[],
    now: number,
  ) {
    const mail = await lastArrived(who, templates)
    if (!mail) return
    const token = linkIn((JSON.parse(mail.rendered!) as { text: string }).text, kind)
      .split('/')
      .at(-1)!
    const found = await findLink(store.db, kind, token, now)
    if (found)
      await store.transact<unknown>((trx) =>
        kind === 'confirm'
          ? confirmPerson(trx, found.personId, now)
          : leave(trx, found.personId, now),
      )
  }

  async function claim(who: Who, now: number) {
    const result = await store.db
      .selectFrom('unconfirmed_results')
      .innerJoin('people', 'people.id', 'personId')
      .select(['unconfirmed_results.id', 'personId'])
      .where('email', '=', who)
      .where('state', '=', 'confirmed')
      .orderBy('unconfirmed_results.createdAt', 'desc')
      .executeTakeFirst()
    if (!result) return
    const asked = { personId: result.personId, resultId: result.id }
    await store.transact((trx) => confirmResult(trx, asked, now))
  }

  async function report(who: Who, kind: 'hard-bounce' | 'complaint', now: number) {
    const mail = await lastArrived(who, withUnsubscribe)
    if (!mail) return
    const token = mailTokens.tokenOf(mail.id)
    if (kind === 'hard-bounce') {
      const raw = reportMail('postfix', { token, messageId: mail.messageId ?? '', email: who })
      return void (await handleMessage({ store, tokens: mailTokens, log }, raw, now))
    }
    const read = await complaintOf(token, now)
    const mailId = mailTokens.mailIdOf(read.token)!
    await store.transact((trx) => applyReport(trx, { ...read, mailId, via: 'test' }, now))
  }

  /**
   * A letter to nobody is refused. Letters of which no mail waits are ended: a claim looks at 20 at
   * most.
   */
  async function sendLetter(now: number) {
    await pressedLetter(store, now)
    await feedLetters(store, now)
    await store.transact((trx) => finishLetters(trx, now))
  }

  const lastArrived = (who: Who, templates: Template[]) =>
    store.db
      .selectFrom('outbox')
      .select(['id', 'rendered', 'messageId'])
      .where('email', '=', who)
      .where('state', '=', 'kept')
      .where('template', 'in', templates)
      .orderBy('createdAt', 'desc')
      .executeTakeFirst()

  async function operate(now: number, ...args: string[]) {
    if (
      (await runAction(peopleCommand, args, {
        store,
        config,
        now,
        timeZone: 'UTC',
        print: () => {},
        note: () => {},
      })) !== 0
    )
      throw new Error(`${args.join(' ')} failed`)
  }

  async function restart() {
    await scene.worker.stop()
    await store.close()
    store = await opened(store)
    scene = sequenceScene(store, { log })
    await scene.worker.begin()
  }

  return {
    run,
    /** what the mail worker failed with, or null */ trouble: () => trouble,
    seen: (who: Who) => seenIn(store, who),
    store: () => store,
  }
}

/** As the server reads a complaint that Postmark posts. */
async function complaintOf(token: string, now: number): Promise<WebhookReport> {
  const record = { RecordType: 'SpamComplaint', Type: 'SpamComplaint' }
  const { headers, body } = postmarkCall(postmarkBounce(token, record))
  const read = await postmarkWebhook(webhookSettings.POSTMARK_PASSWORD)({
    headers,
    body: Buffer.from(body),
    now,
  })
  if (read === null || 'why' in read) throw new Error('the complaint was refused')
  return read
}

/** A start that finds the database too slow is tried again, as an operator would. */
async function opened(store: FreshStore, triesLeft = 5): Promise<FreshStore> {
  try {
    return await store.reopen()
  } catch (error) {
    if (!(error instanceof StartRefused) || triesLeft === 0) throw error
    return opened(store, triesLeft - 1)
  }
}

/** What is kept about somebody, as far as the model speaks of it; null where there is nobody. */
async function seenIn({ db }: FreshStore, who: Who): Promise<Seen | null> {
  const person = await db
    .selectFrom('people')
    .select(['id', 'state'])
    .where('email', '=', who)
    .executeTakeFirst()
  if (!person) return null
  const mails = await db
    .selectFrom('outbox')
    .select(['id', 'template', 'state', 'data'])
    .where('personId', '=', person.id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const results = await db
    .selectFrom('quiz_results')
    .leftJoin('sequences', 'sequences.quizResultId', 'quiz_results.id')
    .select(['quiz_results.performance_type as type', 'sequences.state'])
    .where('quiz_results.personId', '=', person.id)
    .orderBy('quiz_results.createdAt')
    .execute()
  const unclaimed = await db
    .selectFrom('unconfirmed_results')
    .select('performance_type')
    .where('personId', '=', person.id)
    .orderBy('createdAt')
    .execute()
  return {
    state: person.state,
    mails: mails
      .filter(({ template }) => template !== 'sequence')
      .map(({ template, state }) => ({ template, state }) as Mail),
    results: results.map(({ type, state }) => ({ type, sequence: state ?? 'waits' })),
    unclaimed: unclaimed.map((row) => row.performance_type),
    overdueSteps: mails.filter(
      ({ template, state }) => template === 'sequence' && state === 'overdue',
    ).length,
    steps: mails
      .filter(({ template, state }) => template === 'sequence' && state === 'kept')
      .map(({ id, data }) => {
        const { step, quizType } = JSON.parse(data) as { step: string; quizType: string }
        return { id, step, type: quizType }
      }),
  }
}

/** Everybody is forgotten, also that they were erased. */
export const emptied = ({ transact }: FreshStore) =>
  transact(async (trx) => {
    for (const table of ['people', 'erased', 'budgets', 'letters'] as const)
      await trx.deleteFrom(table).execute()
  })
