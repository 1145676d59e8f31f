import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Transaction } from 'kysely'
import { maxCount, maxEntries, isCounted, type EventCount } from '#contract/events/events.ts'
import { readHost, readSource } from '#contract/people/waitlist.ts'
import { StoreUnavailable, type Store } from '#server/db/store.ts'
import { refuseAsJson, Refusal, withinBudget } from '#server/http/answers.ts'
import type { CallRoute, GuardHooks } from '#server/http/guards.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { admissionOf, senderOf, type Admission, type GuardDeps } from '#server/signup/guard.ts'
import {
  tightBudget,
  type Budget,
  spendOfBatch,
  type BudgetResult,
  type Charges,
} from '#server/limits/budgets.ts'
import { networkCharges } from '#server/limits/client-network.ts'
import { optsOut } from '#server/http/forms.ts'
import type { Language } from '#contract/campaign/languages.ts'
import { languageOfPath } from '#server/http/language.ts'
import { count } from '#server/counts/count.ts'
import type { Count } from '#server/counts/counted.ts'
import { sourceOf } from '#server/counts/counted.ts'
import type { Schema } from '#server/db/schema.ts'
import { openBatcher, type Batcher } from '#server/db/batcher.ts'

type EventDeps = { countBatcher: CountBatcher; metrics: Metrics }

const retryStoreS = 60

const refuse = refuseAsJson({
  400: `Send JSON like {"counts": [{"event": "section_view", "label": "hero", "count": 1}]}: at most ${maxEntries()} entries, events and labels that the page has, counts from 1 to ${maxCount}.`,
  403: 'These counts came from a page of another site.',
  429: 'Too many counts from this network. Try again after the seconds in Retry-After.',
  503: 'The counts are not stored. Drop them, or send them again after the seconds in Retry-After.',
})

/**
 * TRACK-2: counts of what visitors saw and pressed, without addresses or identifiers. The page
 * ignores the answer.
 */
export const countEvents = ({ countBatcher, metrics }: EventDeps): CallRoute => ({
  refuse,
  answered: (status) => metrics.eventBatches.inc({ status }),
  async handler(request: FastifyRequest, reply: FastifyReply) {
    const body = eventsBody.safeParse(request.body)
    if (!body.success) throw new Refusal(400)
    const { charges } = admissionOf(request)
    const language = languageOfPage(request.headers.referer)
    withinBudget(await countBatcher.add({ ...body.data, language, charges }).catch(orLater))
    return reply.code(204).header('cache-control', 'no-store').send()
  },
})

/** LANG-6: by the path of our own page that the browser names; the first without one. */
const languageOfPage = (referer = ''): Language =>
  languageOfPath(URL.parse(referer)?.pathname ?? '')

/** Counts are not urgent: a page that is told so does not come back at once. */
function orLater(error: unknown): never {
  if (error instanceof StoreUnavailable) throw new Refusal(503, { retryAfterS: retryStoreS }, error)
  throw error
}

const entry = z
  .strictObject({
    event: z.string(),
    label: z.string(),
    count: z.int().min(1).max(maxCount),
  })
  .refine((any): any is EventCount => isCounted(any.event, any.label))

/**
 * A batch of counts. Every other field or name is refused, so the origin is the only text that a
 * request can make the server store; sources.ts limits how many.
 */
const eventsBody = z.strictObject({
  counts: z.array(entry).min(1).max(maxEntries()),
  source: z.string().default('').transform(readSource),
  referrer: z.string().default('').transform(readHost),
})

/**
 * A page sends at most one batch a minute, and one when it is hidden. So sixty simultaneous
 * visitors behind one address of a company or a carrier are all counted. A flood adds one batch a
 * second.
 */
export const eventBudget: Budget = { atOnce: 120, everyMs: 1_000 }

type CountGuardDeps = Pick<GuardDeps, 'secretKey' | 'publicUrl' | 'limitsFor'>

/** The guard of counts. A visitor who opts out gets 204, and nothing is stored. */
export const countGuard = (deps: CountGuardDeps): GuardHooks => ({
  async preHandler(request, reply) {
    request.admission = admitCounts(request, deps)
    if (request.admission === null)
      return reply.code(204).header('cache-control', 'no-store').send()
    return
  },
})

/**
 * Null for a visitor who opts out. A page of another site is refused (403); a request that no
 * browser sent has the tight budget.
 */
export function admitCounts(
  request: FastifyRequest,
  { secretKey, publicUrl, limitsFor }: CountGuardDeps,
): Admission | null {
  const sender = senderOf(request.headers, publicUrl)
  if (sender === 'cross-site') throw new Refusal(403)
  if (optsOut(request.headers)) return null
  if (limitsFor(request) === 'off') return { trapped: false, charges: null, network: '' }
  const [kind, budget] =
    sender === 'our-page'
      ? (['events', eventBudget] as const)
      : (['events tight', tightBudget] as const)
  const charges = networkCharges(secretKey, request.ip, kind, budget)
  return { trapped: false, charges, network: '' }
}

/**
 * A batch of counts that the guard has admitted, with the origin of its page views. `charges` is
 * null if limits are off.
 */
type CountRequest = {
  counts: readonly EventCount[]
  source?: string
  referrer?: string
  /** of the page that counted */
  language?: Language
  charges: Charges | null
}

export type CountBatcher = Batcher<CountRequest, BudgetResult>

/**
 * All counts that arrive in one turn of the event loop share one commit. `add` throws
 * StoreUnavailable if the store does not answer.
 */
export const openCountBatcher = (store: Store, now: () => number): CountBatcher =>
  openBatcher({
    enter: (requests) => store.transact((trx) => countAll(trx, requests, now())),
  })

/**
 * Adds the counts that are within their budgets to the hour's rows. Results come in the order of
 * the requests.
 */
export async function countAll(
  trx: Transaction<Schema>,
  requests: readonly CountRequest[],
  now: number,
): Promise<BudgetResult[]> {
  const { budgets, admitted } = await spendOfBatch(trx, requests, now)
  count(
    trx,
    admitted.flatMap((request) => countsIn(request, now)),
  )
  return budgets
}

/** Only page views have a source; the others are counted by the part of the page. */
const countsIn = (
  { counts, source = '', referrer = '', language }: CountRequest,
  at: number,
): Count[] =>
  counts.map(({ event: what, label, count }) =>
    what === 'page_view'
      ? {
          what,
          at,
          count,
          language,
          source: sourceOf({ source, referrerHost: referrer, placement: '' }),
          name: 'new',
        }
      : { what, at, count, language, placement: label },
  )
