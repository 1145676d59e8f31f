import type { FastifyReply, FastifyRequest } from 'fastify'
import { formMetaHeader } from '#contract/api.ts'
import { decodeFormMeta } from '#contract/waitlist.ts'
import { firstOf } from '#server/http/anon-key.ts'
import { sendAnswer, storeCall, type RetryLater } from '#server/http/store-call.ts'
import type { Charges } from '#server/limits/budgets.ts'
import { parseAddress } from '#contract/address.ts'
import { guardSignUp, type GuardRefusal } from '#server/signup/guard.ts'
import type { SignUpDeps } from '#server/signup/sign-up.ts'
import type { SequenceBatcher } from './start-sequences.ts'
import { sequenceBody } from './shapes.ts'

export type SequenceDeps = SignUpDeps & { sequenceBatcher: SequenceBatcher }

type Answer = { status: 200 } | { status: 400 } | GuardRefusal | RetryLater

const errors: Record<Exclude<Answer['status'], 200>, string> = {
  400: 'Send JSON with exactly these: {"email": "…", "performance_type": "…", "quiz_result_id": "…", "result_data": {…}}.',
  403: 'This call came from a page of another site. Send it from the page of the quiz or from a server.',
  429: 'Too many calls from this network. Try again after the seconds in Retry-After, or leave it: the sequence starts by itself.',
  503: 'The sequence is not started yet. Try again after the seconds in Retry-After, or leave it: it starts by itself.',
}

/**
 * CALL-3: starts the mail sequence of a quiz result. The answer does not reveal whether the result
 * exists or whose it is. A store that is unavailable is only a warning, because the server starts
 * the sequence by itself later (QUIZ-9).
 */
export const triggerSequence =
  (deps: SequenceDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = await answerTo(request, deps)
    deps.metrics.sequenceCalls.inc({ status: answer.status })
    return sendAnswer(reply, answer, errors)
  }

async function answerTo(request: FastifyRequest, deps: SequenceDeps): Promise<Answer> {
  const body = sequenceBody.safeParse(request.body)
  if (!body.success) return { status: 400 }
  const meta = decodeFormMeta(firstOf(request.headers[formMetaHeader]))
  const guarded = guardSignUp(request, meta, deps)
  if ('status' in guarded) return guarded
  if (guarded.trapped) return { status: 200 }
  const { email, quiz_result_id: quizResultId } = body.data
  const call = await storeCall(
    deps.sequenceBatcher.add({
      email: parseAddress(email) ?? '',
      quizResultId: isUuid(quizResultId) ? quizResultId : '',
      charges: toSequenceBudgets(guarded.charges),
    }),
    (reason) => deps.log.warn({ reqId: request.id, reason }, 'a sequence was not started'),
  )
  return 'stored' in call ? { status: 200 } : call
}

/**
 * Budgets as large as those of sign-ups but separate, so that a save and its call do not halve
 * them.
 */
const toSequenceBudgets = (charges: Charges | null): Charges | null =>
  charges && charges.map((charge) => ({ ...charge, key: `sequence ${charge.key}` }))

const isUuid = (text: string): boolean => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/.test(text)
