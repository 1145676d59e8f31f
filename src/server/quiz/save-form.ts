import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { QuizResult } from '#contract/quiz.ts'
import { fieldNames, type Origin } from '#contract/waitlist.ts'
import type { Log } from '#server/config/log.ts'
import { addressIn } from '#server/signup/sign-up.ts'
import { startSequence, type StartDeps } from '#server/sequence/start-sequences.ts'
import type { SavedRow } from './result-rows.ts'
import { saveResult, type SaveDeps } from './save-result.ts'
import type { saveFields } from './shapes.ts'

export type FormSaveDeps = SaveDeps & StartDeps & { log: Log }

type SentForm = { typed: string; key: string; result: QuizResult; origin: Origin; proof: string }
/**
 * QUIZ-5, 6, 8 and 9 without script: saves the result as CALL-2 does, then starts its sequence as
 * CALL-3 does.
 */
export async function saveByForm(
  request: FastifyRequest,
  { typed, key, result, origin, proof }: SentForm,
  fields: z.infer<typeof saveFields>,
  deps: FormSaveDeps,
): Promise<void> {
  const email = addressIn(typed)
  const meta = {
    token: fields[fieldNames.token],
    trap: fields[fieldNames.trap],
    placement: fields[fieldNames.placement],
    ...origin,
    consent: fields[fieldNames.consent],
    key: keyFor(key, email, result),
  }
  const saved = await saveResult(request, { email, result, proof }, meta, deps)
  if (typeof saved === 'string') throw new Error(`a result from a form was refused: ${saved}`)
  await startSequenceOf(saved, request, deps)
}

/**
 * A visitor can go back and send another address or other answers, which is another save. So the
 * key depends on both, and none is refused as a conflict.
 */
const keyFor = (key: string, email: string, { answers }: QuizResult) =>
  createHash('sha256')
    .update(JSON.stringify([key, email, answers]))
    .digest('base64url')

/**
 * QUIZ-9: the result is saved, so a failure is only logged. The server starts the sequence by
 * itself later.
 */
async function startSequenceOf(
  { id, email }: SavedRow,
  request: FastifyRequest,
  deps: FormSaveDeps,
): Promise<void> {
  try {
    await startSequence(deps, { email, quizResultId: id, charges: null })
  } catch (error) {
    deps.log.warn(
      { reqId: request.id, err: error },
      'the sequence of a saved result is not started yet',
    )
  }
}
