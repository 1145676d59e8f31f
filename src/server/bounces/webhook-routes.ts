import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/config/log.ts'
import type { Secrets } from '#server/config/secrets.ts'
import type { Store } from '#server/db/store.ts'
import { webhookParser } from '#server/http/http-limits.ts'
import { refuseAsJson, Refusal } from '#server/http/answers.ts'
import type { GuardHooks } from '#server/http/guards.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { openMemoryBudget } from '#server/limits/client-network.ts'
import type { Budget } from '#server/limits/budgets.ts'
import { openMailTokens } from '#server/outbox/mail-tokens.ts'
import { domainOf } from '#server/outbox/budget-domain.ts'
import { storeDeparture, storeReport } from './reports.ts'
import { mailgunWebhook } from './mailgun-webhook.ts'
import { postmarkWebhook } from './postmark-webhook.ts'
import { resendWebhook } from './resend-webhook.ts'
import { sesWebhook, fetchFromAws, openAwsFiles, type FetchText } from './ses-webhook.ts'
import type { Webhook, NamedPerson } from './webhook.ts'
import { addressesIn } from './read-message.ts'

export type WebhookDeps = {
  config: Config
  secrets: Secrets
  store: Store
  log: Log
  metrics: Metrics
  now: () => number
  limitsFor: (request: FastifyRequest) => 'on' | 'off'
  /** tests replace Amazon */
  fetchFromAws?: FetchText
}

/** A provider reports the bounces of a letter from a few addresses, at most some in a second. */
export const webhookBudget: Budget = { atOnce: 300, everyMs: 20 }

const refuse = refuseAsJson({
  400: 'This body cannot be read. Send what the provider’s documentation describes.',
  401: 'Send the password of POSTMARK_PASSWORD by Basic authentication.',
  403: 'The signature, the topic or the time of this call is not valid.',
  429: 'Too many calls from this network. Try again after the seconds in Retry-After.',
  503: 'The report is not stored. Send it again after the seconds in Retry-After.',
})

export type Webhooks = ReadonlyMap<string, Webhook>

/** The webhooks that are configured. */
export function openWebhooks({ config, log, now, ...deps }: WebhookDeps): Webhooks {
  const files = openAwsFiles(deps.fetchFromAws ?? fetchFromAws, now)
  const webhooks: Record<string, Webhook | false> = {
    ses: config.sesTopics.length > 0 && sesWebhook(config.sesTopics, files, log),
    mailgun: config.mailgunSigningKey !== undefined && mailgunWebhook(config.mailgunSigningKey),
    resend: config.resendSigningSecret !== undefined && resendWebhook(config.resendSigningSecret),
    postmark: config.postmarkPassword !== undefined && postmarkWebhook(config.postmarkPassword),
  }
  return new Map(Object.entries(webhooks).flatMap(([name, one]) => (one ? [[name, one]] : [])))
}

/** A provider without its setting is 404. Each network has a budget, which is in memory. */
export function webhookGuard(webhooks: Webhooks, { limitsFor, now }: WebhookDeps): GuardHooks {
  const spend = openMemoryBudget(webhookBudget, now)
  return {
    async onRequest(request, reply) {
      if (!webhooks.has(providerIn(request))) return reply.callNotFound()
      const retryAfterMs = limitsFor(request) === 'off' ? 0 : spend(request.ip)
      if (retryAfterMs > 0) throw new Refusal(429, { retryAfterS: Math.ceil(retryAfterMs / 1_000) })
      return
    },
  }
}

/**
 * BACK-3: POST /webhooks/{provider}. A genuine call is 200, also where its report is about a mail
 * that is not ours, so that the provider does not repeat it.
 */
export function webhookRoutes(app: FastifyInstance, webhooks: Webhooks, deps: WebhookDeps): void {
  const answered = (status: number) => deps.metrics.webhookCalls.inc({ status })
  webhookParser(app)
  app.post(
    '/webhooks/:provider',
    { config: { guard: 'webhook', refuse, answered } },
    async (request, reply) => {
      const status = await answerTo(request, webhooks, deps)
      if (status === 401) reply.header('www-authenticate', 'Basic realm="webhooks"')
      if (status !== 200) throw new Refusal(status)
      return reply.header('cache-control', 'no-store').send({ ok: true })
    },
  )
}

const ofProvider = z.object({ provider: z.string() })
const providerIn = ({ params }: FastifyRequest): string => ofProvider.parse(params).provider

/** The status of the call. A report that the store cannot take now is refused (503). */
async function answerTo(
  request: FastifyRequest,
  webhooks: Webhooks,
  { config, store, secrets, log, metrics, now }: WebhookDeps,
): Promise<number> {
  const { id, headers, body } = request
  const provider = providerIn(request)
  const call = { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), now: now() }
  const read = await Promise.try(webhooks.get(provider)!, call).catch((error: unknown) => {
    // What is needed to verify the call could not be fetched.
    throw new Refusal(503, { retryAfterS: retryCertificateS }, error)
  })
  if (read === null) return 200
  if ('why' in read) {
    log.warn({ reqId: id, provider, why: read.why }, 'a webhook was refused')
    return read.status
  }
  const { token, person, ...event } = read
  const report = { ...event, via: provider }
  const mailId = openMailTokens(secrets).mailIdOf(token)
  if (mailId !== null) await storeReport({ store, log, metrics }, { ...report, mailId }, now())
  else if (token === '' && person && isOurSender(config, person.senders))
    await storeDeparture(store, { ...report, email: person.email }, now())
  return 200
}

const retryCertificateS = 60

type Senders = Pick<Config, 'mailFrom' | 'bounceAddress'>

/**
 * BACK-3: whether one of these senders, each an address or a domain, is ours: the domain of
 * `MAIL_FROM` or `BOUNCE_ADDRESS`, or one below it, which providers use for the envelope.
 */
function isOurSender(
  { mailFrom, bounceAddress }: Senders,
  senders: NamedPerson['senders'],
): boolean {
  if (senders === 'all') return true
  const ours = addressesIn(`${mailFrom} ${bounceAddress ?? ''}`).map(domainOf)
  return senders
    .map((sender) => domainOf(addressesIn(sender)[0] ?? sender.trim()))
    .some((domain) => ours.some((one) => domain === one || domain.endsWith(`.${one}`)))
}
