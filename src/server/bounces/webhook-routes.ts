import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/config/log.ts'
import type { Secrets } from '#server/config/secret-list.ts'
import type { Store } from '#server/db/open.ts'
import { webhookParser } from '#server/http/body-parsers.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { sendAnswer, storeCall, type CallAnswer } from '#server/http/store-call.ts'
import { openMemoryBudget } from '#server/limits/memory-budget.ts'
import type { Budget } from '#server/limits/budgets.ts'
import { openMailTokens } from '#server/outbox/mail-tokens.ts'
import { storeDeparture, storeReport } from './apply-report.ts'
import { isOurSender } from './our-sender.ts'
import { mailgunWebhook } from './mailgun-webhook.ts'
import { postmarkWebhook } from './postmark-webhook.ts'
import { resendWebhook } from './resend-webhook.ts'
import { sesWebhook } from './ses-webhook.ts'
import { fetchFromAws, openAwsFiles, type FetchText } from './sns-files.ts'
import type { Webhook, WebhookAnswer, WebhookCall, WebhookProvider } from './webhook.ts'

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

const errors: Record<number, string> = {
  400: 'This body cannot be read. Send what the provider’s documentation describes.',
  401: 'Send the password of POSTMARK_PASSWORD by Basic authentication.',
  403: 'The signature, the topic or the time of this call is not valid.',
  429: 'Too many calls from this network. Try again after the seconds in Retry-After.',
  503: 'The report is not stored. Send it again after the seconds in Retry-After.',
}

/**
 * BACK-3: POST /webhooks/{provider}. A provider without its setting is 404. A genuine call is 200,
 * also where its report is about a mail that is not ours, so that the provider does not repeat it.
 */
export function webhookRoutes(app: FastifyInstance, deps: WebhookDeps): void {
  const webhooks = openWebhooks(deps)
  const spend = openMemoryBudget({ network: webhookBudget }, deps.now)
  webhookParser(app)
  app.addHook('onRequest', (request, reply, next) => {
    if (!webhooks.has(providerIn(request))) return reply.callNotFound()
    const retryAfterMs = deps.limitsFor(request) === 'off' ? 0 : spend(request.ip)
    if (retryAfterMs === 0) return next()
    return send(deps, reply, { status: 429, retryAfterS: Math.ceil(retryAfterMs / 1_000) })
  })
  app.post('/webhooks/:provider', { config: { guard: 'webhook' } }, async (request, reply) => {
    const provider = providerIn(request)
    return send(deps, reply, await answerTo(request, webhooks.get(provider)!, provider, deps))
  })
}

/** The webhooks that are configured. */
function openWebhooks(deps: WebhookDeps): ReadonlyMap<string, Webhook> {
  const { config, log, now } = deps
  const files = openAwsFiles(deps.fetchFromAws ?? fetchFromAws, now)
  const webhooks: Record<WebhookProvider, Webhook | undefined | false> = {
    ses: config.sesTopics.length > 0 && sesWebhook(config.sesTopics, files, log),
    mailgun: config.mailgunSigningKey !== undefined && mailgunWebhook(config.mailgunSigningKey),
    resend: config.resendSigningSecret !== undefined && resendWebhook(config.resendSigningSecret),
    postmark: config.postmarkPassword !== undefined && postmarkWebhook(config.postmarkPassword),
  }
  return new Map(Object.entries(webhooks).flatMap(([name, one]) => (one ? [[name, one]] : [])))
}

const providerIn = (request: FastifyRequest): string =>
  (request.params as { provider: string }).provider

async function answerTo(
  { id, headers, body }: FastifyRequest,
  webhook: Webhook,
  provider: string,
  { config, store, secrets, log, metrics, now }: WebhookDeps,
): Promise<CallAnswer> {
  const failed = (reason: string) =>
    log.error({ reqId: id, provider, reason }, 'a report of a webhook could not be stored')
  const call = { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), now: now() }
  const read = await verified(webhook, call)
  if (typeof read === 'string') {
    failed(read)
    return { status: 503, retryAfterS: retryCertificateS }
  }
  if (read.status !== 200) {
    log.warn({ reqId: id, provider, why: read.why }, 'a webhook was refused')
    return { status: read.status }
  }
  if (!read.report) return { status: 200 }
  const { token, person, ...event } = read.report
  const report = { ...event, via: provider }
  const mailId = openMailTokens(secrets).mailIdOf(token)
  const isOurs = token === '' && person && isOurSender(config, person.senders)
  if (mailId === null && !isOurs) return { status: 200 }
  const stored =
    mailId === null
      ? storeDeparture(store, { ...report, email: person!.email }, now())
      : storeReport({ store, log, metrics }, { ...report, mailId }, now())
  const answer = await storeCall(
    stored.then((did) => ({ did })),
    failed,
  )
  return 'stored' in answer ? { status: 200 } : answer
}

const retryCertificateS = 60

/** The reason, if what is needed to verify the call could not be fetched. */
async function verified(webhook: Webhook, call: WebhookCall): Promise<WebhookAnswer | string> {
  try {
    return await webhook(call)
  } catch (error) {
    return String(error)
  }
}

function send({ metrics }: WebhookDeps, reply: FastifyReply, answer: CallAnswer) {
  metrics.webhookCalls.inc({ status: answer.status })
  if (answer.status === 401) reply.header('www-authenticate', 'Basic realm="webhooks"')
  return sendAnswer(reply, answer, errors)
}
