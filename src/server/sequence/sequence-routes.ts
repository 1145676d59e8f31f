import type { FastifyReply, FastifyRequest } from 'fastify'
import { formMetaHeader } from '#contract/api.ts'
import { decodeFormMeta } from '#contract/waitlist.ts'
import { StoreUnavailable } from '#server/db/open.ts'
import type { WriteBatcher } from '#server/db/write-batcher.ts'
import { parseAddress } from '#server/signup/address.ts'
import type { Charges, BudgetResult } from '#server/limits/budgets.ts'
import { admitSignup } from '#server/signup/guard.ts'
import { onlyOne } from '#server/signup/sign-up-routes.ts'
import { storeRetryS, type SignUpDeps } from '#server/signup/sign-up-endpoint.ts'
import type { SequenceRequest } from './sequences.ts'
import { sequenceBody } from './shapes.ts'

export type SequenceDeps = Omit<SignUpDeps, 'batch'> & {
  sequences: WriteBatcher<SequenceRequest, BudgetResult>
}

type Answer =
  | { status: 200 | 400 | 403 }
  | { status: 429; retryAfterS: number }
  | { status: 503; retryAfterS: number; reason: string }

const errors: Record<Exclude<Answer['status'], 200>, string> = {
  400: 'Send JSON with exactly these: {"email": "…", "performance_type": "…", "quiz_result_id": "…", "result_data": {…}}.',
  403: 'This call came from a page of another site. Send it from the page of the quiz or from a server.',
  429: 'Too many calls from this network. Try again after the seconds in Retry-After, or leave it: the sequence starts by itself.',
  503: 'The sequence is not started yet. Try again after the seconds in Retry-After, or leave it: it starts by itself.',
}

/** CALL-3. Whether there is such a result, and whose, nobody learns from the answer; what is mailed is the campaign's. Where the server fails it is a warning (QUIZ-9): the sequence starts by itself later. */
export const triggerSequence =
  (deps: SequenceDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = await judge(request, deps)
    deps.metrics.sequenceCalls.inc({ status: answer.status })
    reply.code(answer.status).header('cache-control', 'no-store')
    if (answer.status === 200) return reply.send({ ok: true })
    if (answer.status === 503)
      deps.log.warn({ reqId: request.id, reason: answer.reason }, 'a sequence was not started')
    if ('retryAfterS' in answer) reply.header('retry-after', answer.retryAfterS)
    return reply.send({ error: errors[answer.status] })
  }

async function judge(request: FastifyRequest, deps: SequenceDeps): Promise<Answer> {
  const body = sequenceBody.safeParse(request.body)
  if (!body.success) return { status: 400 }
  const meta = decodeFormMeta(onlyOne(request.headers[formMetaHeader]))
  const admission = admitSignup(
    { headers: request.headers, clientAddress: request.ip, token: meta.token, trap: meta.trap },
    { ...deps, limits: deps.limitsFor(request) },
  )
  if (admission.verdict === 'cross-site') return { status: 403 }
  if (admission.verdict === 'too-young') return { status: 429, retryAfterS: 2 }
  if (admission.verdict === 'trapped') return { status: 200 }
  const { email, quiz_result_id: quizResultId } = body.data
  try {
    const { retryAfterMs } = await deps.sequences.add({
      email: parseAddress(email) ?? '',
      quizResultId: isId(quizResultId) ? quizResultId : '',
      charges: ofItsOwn(admission.charges),
    })
    return retryAfterMs > 0
      ? { status: 429, retryAfterS: Math.ceil(retryAfterMs / 1_000) }
      : { status: 200 }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return { status: 503, retryAfterS: storeRetryS, reason: error.message }
  }
}

/** A budget beside that of sign-ups, as large: a save and its call must not halve it. */
const ofItsOwn = (charges: Charges | null): Charges | null =>
  charges && charges.map((charge) => ({ ...charge, key: `sequence ${charge.key}` }))

const isId = (text: string): boolean => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/.test(text)
