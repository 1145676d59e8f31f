import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseAddress } from '#contract/address.ts'
import type { Log } from '#server/config/log.ts'
import { StoreUnavailable } from '#server/db/store.ts'
import { refuseAsJson, Refusal, withinBudget } from '#server/http/answers.ts'
import type { CallRoute } from '#server/http/guards.ts'
import type { Charges } from '#server/limits/budgets.ts'
import { admissionOf } from '#server/signup/guard.ts'
import type { SignUpDeps } from '#server/signup/sign-up.ts'
import { startSequence, type StartDeps } from './start-sequences.ts'

export type SequenceDeps = Pick<SignUpDeps, 'metrics'> & StartDeps & { log: Log }

const refuse = refuseAsJson({
  400: 'Send JSON with exactly these: {"email": "…", "performance_type": "…", "quiz_result_id": "…", "result_data": {…}}.',
  403: 'This call came from a page of another site. Send it from the page of the quiz or from a server.',
  429: 'Too many calls from this network. Try again after the seconds in Retry-After, or leave it: the sequence starts by itself.',
  503: 'The sequence is not started yet. Try again after the seconds in Retry-After, or leave it: it starts by itself.',
})

/**
 * CALL-3: starts the mail sequence of a quiz result. The answer does not reveal whether the result
 * exists or whose it is. A store that is unavailable is only a warning, because the server starts
 * the sequence by itself later (QUIZ-9).
 */
export const triggerSequence = (deps: SequenceDeps): CallRoute => ({
  refuse,
  answered: (status) => deps.metrics.sequenceCalls.inc({ status }),
  async handler(request, reply) {
    const body = sequenceBody.safeParse(request.body)
    if (!body.success) throw new Refusal(400)
    const { trapped, charges } = admissionOf(request)
    const { email, quiz_result_id: quizResultId } = body.data
    if (!trapped)
      withinBudget(
        await startSequence(deps, {
          email: parseAddress(email) ?? '',
          quizResultId: isUuid(quizResultId) ? quizResultId : '',
          charges: toSequenceBudgets(charges),
        }).catch(orLater(request, deps)),
      )
    return reply.header('cache-control', 'no-store').send({ ok: true })
  },
})

const retryAfterS = 5

/** The server starts the sequence by itself later, so this is no more than a warning. */
const orLater =
  ({ id }: FastifyRequest, { log }: SequenceDeps) =>
  (error: unknown): never => {
    if (!(error instanceof StoreUnavailable)) throw error
    log.warn({ reqId: id, reason: error.message }, 'a sequence was not started')
    throw new Refusal(503, { retryAfterS })
  }

/**
 * Budgets as large as those of sign-ups but separate, so that a save and its call do not halve
 * them.
 */
const toSequenceBudgets = (charges: Charges | null): Charges | null =>
  charges && charges.map((charge) => ({ ...charge, key: `sequence ${charge.key}` }))

const isUuid = (text: string): boolean => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/.test(text)

/**
 * CALL-3: exactly these fields. The type and the texts are validated but not used: the stored
 * result has its own.
 */
const sequenceBody = z.strictObject({
  email: z.string(),
  performance_type: z.string(),
  quiz_result_id: z.string(),
  result_data: z.record(z.string(), z.unknown()),
})
