import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Language } from '#contract/campaign/languages.ts'
import type { QuizResult } from '#contract/quiz/quiz.ts'
import type { FormMeta } from '#contract/people/waitlist.ts'
import { paths } from '#contract/api.ts'
import type { Consent } from '#contract/campaign/consents.ts'
import { operatorMs } from '#contract/promises/operator-times.ts'
import { proofField } from '#contract/quiz/pages.ts'
import { count } from '#server/counts/count.ts'
import type { WriteLimit } from '#server/db/batcher.ts'
import type { Store } from '#server/db/store.ts'
import type { QuizResultsTable } from '#server/db/quiz-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { withinBudget } from '#server/http/answers.ts'
import { visitOrigin } from '#server/http/forms.ts'
import { spendOne, type Charges } from '#server/limits/budgets.ts'
import type { DeviceCookie } from '#server/line/device-cookie.ts'
import { addSignUps, isUnproven, type NewSignUp } from '#server/signup/add-people.ts'
import { admissionOf, pressOf } from '#server/signup/guard.ts'
import type { OptIn } from '#server/signup/policy.ts'
import { consentOf, knownLanguage } from '#server/signup/shown-consent.ts'
import { refuseUnlessOpen, type SignUpDeps } from '#server/signup/sign-up.ts'
import { findLink } from '#server/signup/links.ts'
import { rowOfKey, storeProven, type SavedRow, storeUnconfirmed } from './results.ts'

export type SaveDeps = SignUpDeps & {
  config: { optIn: OptIn }
  store: Store
  limitSaves: WriteLimit
  device: Pick<DeviceCookie, 'personOf'>
  /** the time by which a date decides (clock/clock.ts) */
  calendar: () => number
  /** called after a commit, which may have queued a mail */
  mailQueued: () => void
}

/** 128 bits are 22 characters of base64url, or 32 of hex. */
const keyText = /^[\w-]{22,64}$/
export const isKey = (text: string): boolean => keyText.test(text)

/**
 * A result with the address that it is saved with, in its stored form (address.ts). `lang`: the
 * language in which it was read.
 */
export type QuizRecord = { email: string; result: QuizResult; lang: Language }

/**
 * Saves one result behind the sign-up's guard: the state of the launch, then the store. Known,
 * unknown and suppressed addresses get the same answer. `proof`: see `provenPeople`. `other-body`: the
 * key has saved another result.
 */
export async function saveResult(
  request: FastifyRequest,
  { email, result, lang, proof }: QuizRecord & { proof: string },
  meta: FormMeta,
  deps: SaveDeps,
): Promise<SavedRow | 'bad-key' | 'other-body'> {
  refuseUnlessOpen(deps)
  const key = meta.key || null
  if (key !== null && !isKey(key)) return 'bad-key'
  const { trapped, charges, network } = admissionOf(request)
  if (trapped) {
    deps.metrics.trapped.inc()
    return { ...result, id: randomUUID(), createdAt: deps.now(), email }
  }
  const { via, ...origin } = visitOrigin(meta, request.headers)
  const language = knownLanguage(meta.language)
  const save = {
    email,
    key,
    result,
    ...origin,
    language,
    consent: consentOf(meta.consent, lang),
    charges,
    network,
    press: pressOf(deps, request, via),
    provenFor: await provenPeople(request, proof, deps),
  }
  const saved = await deps.limitSaves(async () => {
    const outcome = await deps.store.transact((trx) =>
      storeResult(trx, save, deps.config.optIn, deps.now(), deps.calendar()),
    )
    deps.mailQueued()
    return outcome
  })
  const within = withinBudget(saved)
  return within.outcome === 'saved' ? within.row : 'other-body'
}

/**
 * A valid result that the guard has admitted. `email` is the stored form (address.ts); `key` is the
 * page's idempotency key, or null. `charges` is null if limits are off. `provenFor`: the people who
 * sent it, as the request proves; left out where nobody need prove it.
 */
export type SaveRequest = {
  email: string
  key: string | null
  result: QuizResult
  consent: Consent
  charges: Charges | null
  provenFor?: readonly string[]
} & Pick<
  NewSignUp,
  'language' | 'source' | 'medium' | 'campaign' | 'referrer' | 'network' | 'press'
>

/** `other-body`: the key has saved another result. */
export type SaveOutcome =
  | { outcome: 'saved'; row: SavedRow }
  | { outcome: 'other-body' }
  | { outcome: 'over-budget'; retryAfterMs: number }

/**
 * Saves a result in the caller's transaction: the budgets, then the person, consent and mail as for
 * any sign-up, then the row. A key that has saved before adds nothing and gets its row again.
 * QUIZ-9: a result of a confirmed person that nothing proves is a row of another table, and the
 * answer is the same.
 */
export async function storeResult(
  trx: Transaction<Schema>,
  save: SaveRequest,
  optIn: OptIn,
  now: number,
  calendar: number = now,
): Promise<SaveOutcome> {
  const { retryAfterMs } = await spendOne(trx, save.charges, now)
  if (retryAfterMs > 0) return { outcome: 'over-budget', retryAfterMs }
  const row =
    (save.key !== null && (await rowOfKey(trx, save.key))) ||
    (await insertResult(trx, save, optIn, { now, calendar }))
  return isSameBody(save, row) ? { outcome: 'saved', row } : { outcome: 'other-body' }
}

async function insertResult(
  trx: Transaction<Schema>,
  save: SaveRequest,
  optIn: OptIn,
  { now, calendar }: { now: number; calendar: number },
): Promise<SavedRow> {
  const id = randomUUID()
  const provenFor = save.provenFor ?? null
  const quiz = { type: save.result.performance_type, resultId: id, provenFor }
  const added = await addSignUps(trx, [{ ...save, placement: 'quiz', quiz }], optIn, now, calendar)
  const person = added.get(save.email)!
  const row = newRow({ ...save, id }, person.id, calendar)
  const insert = isUnproven(person, { provenFor }) ? storeUnconfirmed : storeProven
  // Another process may have used the key since the lookup. Its row is the one that counts.
  if (!(await insert(trx, row))) return (await rowOfKey(trx, save.key!))!
  const { language } = save
  count(trx, [{ what: 'quiz_saved', at: now, placement: row.performance_type, language }])
  return { id, createdAt: row.createdAt, email: save.email, ...save.result }
}

/** The server starts the sequence of a result by itself if CALL-3 has not come after this time. */
const sequenceDelayMs = operatorMs('sequenceStart')

const newRow = (
  { id, key, result }: { id: string; key: string | null; result: QuizResult },
  personId: string,
  now: number,
): QuizResultsTable => ({
  id,
  personId,
  idempotencyKey: key,
  createdAt: now,
  performance_type: result.performance_type,
  primary_score: result.primary_score,
  scores: JSON.stringify(result.scores),
  answers: JSON.stringify(result.answers),
  result_data: JSON.stringify(result.result_data),
  sequenceDueAt: now + sequenceDelayMs,
})

/** The texts are always the campaign's, and everything else follows from the answers. */
const isSameBody = ({ email, result }: SaveRequest, row: SavedRow): boolean =>
  email === row.email && JSON.stringify(result.answers) === JSON.stringify(row.answers)

/**
 * QUIZ-9: the ids of the people who send a request, as far as it proves that: the person whom the
 * device remembers (LINE-9), and the one of a link from a mail, whose token is `proof`.
 */
async function provenPeople(
  request: FastifyRequest,
  proof: string,
  { store, device, now }: SaveDeps,
): Promise<string[]> {
  const linked = token.test(proof) ? await findLink(store.db, null, proof, now()) : null
  return [device.personOf(request), linked?.personId ?? null].filter((id) => id !== null)
}

const token = /^[\w-]{43}$/

/** The proof in the fields of a page of the quiz, or of the own page from which it was opened. */
export function proofIn(
  fields: Readonly<Record<string, unknown>>,
  headers: IncomingHttpHeaders,
  publicUrl: string,
): string {
  const sent = fields[proofField]
  if (typeof sent === 'string' && token.test(sent)) return sent
  return proofInReferer(headers, publicUrl)
}

/** A person's own pages are at the paths of their links: the confirm page and `/me/…`. */
function proofInReferer({ referer = '', host }: IncomingHttpHeaders, publicUrl: string): string {
  if (!URL.canParse(referer)) return ''
  const page = new URL(referer)
  if (page.host !== host && page.host !== new URL(publicUrl).host) return ''
  const path = [paths.me, paths.confirm].find((start) => page.pathname.startsWith(start))
  const [given = ''] = path ? page.pathname.slice(path.length).split('/') : []
  return token.test(given) ? given : ''
}
