import { newId } from '#server/db/new-id.ts'
import { campaign } from '#campaign'
import type { RenderMail } from '#contract/render.ts'
import type { MailTemplate } from '#contract/mails/mails.ts'
import type { PersonState } from '#contract/people/waitlist.ts'
import { isLoopbackHost, type Config } from '#server/config/config.ts'
import type { OperatorMailRenderers } from '#server/delivery/operator-mails.ts'
import { budgetDomain, domainOf } from '#server/outbox/budget-domain.ts'
import { readPause } from '#server/delivery/queue-pause.ts'
import { knownFrom } from '#server/delivery/recipient-budgets.ts'
import { queueMails } from '#server/outbox/outbox.ts'
import type { SmtpLimits } from '#server/delivery/smtp-limits.ts'
import { openMailWorker, type MailWorkerDeps } from '#server/delivery/worker.ts'
import type { Store } from '#server/db/store.ts'
import { testSecret } from './fresh-store.ts'
import { silentLog } from './silent-log.ts'

export const noon = Date.parse('2026-11-21T12:00:00Z')

/** The same limit (ms) for each step of an SMTP session. */
export function eachLimit(ms: number): SmtpLimits {
  return { connect: ms, greeting: ms, command: ms, data: ms, block: ms, finalDot: ms }
}

/** As long as a busy machine may need. */
const patient = eachLimit(20_000)
/** For a test of a server that falls silent. */
export const impatient = eachLimit(1_500)

/**
 * People with mails to send, a worker that takes them to `smtpUrl`, and a clock in the test's hand.
 */
export function mailScene(
  store: Store,
  smtpUrl: string | undefined,
  {
    render,
    config,
    ...rest
  }: Partial<Omit<MailWorkerDeps, 'config'>> & {
    render?: RenderMail
    config?: Partial<MailWorkerDeps['config']>
  } = {},
) {
  const clock = { now: noon }
  const settings = {
    smtpUrl,
    mailFrom: 'Fuel Protocol <hello@fuel.example>',
    publicUrl: 'https://fuel.example',
    mailsPerHour: 3000,
    limits: 'on' as const,
    trustedProxies: [],
    ...config,
  }
  const deps: MailWorkerDeps = {
    store,
    secretKey: testSecret,
    secrets: [testSecret],
    log: silentLog,
    sequence: campaign.sequence,
    stepEnded: () => {},
    renderMail: (_, mail) => (render ?? plainMail)(mail),
    renderLetter: plainLetter,
    operatorMails: plainOperatorMails,
    now: () => clock.now,
    random: () => 0.5,
    smtpLimits: patient,
    config: { ...settings, loopback: isLoopbackHost(new URL(settings.publicUrl).hostname) },
    ...rest,
  }
  return {
    clock,
    store,
    worker: openMailWorker(deps),
    another: () => openMailWorker(deps),
    queue: (
      email: string,
      template: MailTemplate = 'confirm',
      state: PersonState = template === 'confirm' ? 'unconfirmed' : 'confirmed',
    ) => queueTo(store, email, template, state, clock.now),
    /**
     * So many of the domain's addresses have confirmed that first mails there have no budget of
     * their own.
     */
    knownDomain: async (domain: string) => {
      for (let n = 0; n < knownFrom; n++)
        await enterConfirmed(store, `known${n}@${domain}`, clock.now)
    },
    row: async (email: string) => {
      const { state, attempts, ambiguous, handed, dueAt, reason, messageId, rendered, leaseUntil } =
        await store.db
          .selectFrom('outbox')
          .selectAll()
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
      return {
        state,
        attempts,
        ambiguous,
        handed,
        dueInMs: dueAt - clock.now,
        reason,
        messageId,
        rendered,
        leaseUntil,
      }
    },
    stateOf: async (email: string) =>
      (
        await store.db
          .selectFrom('people')
          .select('state')
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
      ).state,
    pausedBy: async () => (await readPause(store.db))?.by ?? null,
    pausedFor: async () =>
      (await store.db.selectFrom('mail_queue').select('pausedReason').executeTakeFirstOrThrow())
        .pausedReason,
  }
}

/** The words do not matter here, the links do. */
const plainMail: RenderMail = async (mail) => {
  const links =
    mail.template === 'confirm'
      ? [mail.confirmUrl, mail.unsubscribeUrl, mail.meUrl]
      : [mail.unsubscribeUrl, mail.meUrl]
  return {
    subject: `A ${mail.template} mail`,
    html: links.map((href) => `<a href="${href}">link</a>`).join(' '),
    text: links.join('\n'),
  }
}

const plainLetter: MailWorkerDeps['renderLetter'] = async (
  _language,
  { subject, body },
  { unsubscribeUrl, meUrl },
) => ({
  subject,
  html: `<p>${body}</p><a href="${unsubscribeUrl}">leave</a> <a href="${meUrl}">data</a>`,
  text: [body, unsubscribeUrl, meUrl].join('\n'),
})

export const queueTo = (
  store: Store,
  email: string,
  template: MailTemplate,
  state: PersonState,
  now: number,
): Promise<string> =>
  store.transact(async (trx) => {
    const personId = newId()
    await trx
      .insertInto('people')
      .values({
        id: personId,
        email,
        state,
        language: 'en',
        placement: 'hero',
        source: '',
        createdAt: state === 'confirmed' ? now - 1 : now,
        confirmedAt: state === 'confirmed' ? now : null,
        leftAt: null,
        recentMails: '[]',
        budgetDomain: budgetDomain(domainOf(email)),
      })
      .execute()
    await queueMails(trx, [{ personId, email, template }], now)
    return personId
  })

export const enterConfirmed = (store: Store, email: string, now: number) =>
  store.db
    .insertInto('people')
    .values({
      id: newId(),
      email,
      state: 'confirmed',
      language: 'en',
      placement: 'hero',
      source: '',
      createdAt: now - 1,
      confirmedAt: now,
      leftAt: null,
      recentMails: '[]',
      budgetDomain: budgetDomain(domainOf(email)),
    })
    .execute()

const plainOperatorMail = async () => ({ subject: 'x', html: '<p>x</p>', text: 'x' })
export const plainOperatorMails: OperatorMailRenderers = {
  'sign-in': plainOperatorMail,
  alert: plainOperatorMail,
  'letter-test': plainOperatorMail,
  'once-confirm': plainOperatorMail,
  once: plainOperatorMail,
}

type OperatorMailDeps = Pick<MailWorkerDeps, 'store' | 'secretKey' | 'log' | 'now' | 'calendar'> & {
  config: Config
  renderers: OperatorMailRenderers
}

/** The worker of all mails in a test that queues mails without a person alone. */
export function openOperatorMails({ config, renderers, ...deps }: OperatorMailDeps) {
  const { worker } = mailScene(deps.store, config.smtpUrl, {
    ...deps,
    operatorMails: renderers,
    config,
  })
  let begun: Promise<unknown> | undefined
  return {
    ...worker,
    async run() {
      await (begun ??= worker.begin())
      await worker.drain()
    },
  }
}
