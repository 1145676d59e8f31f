import { language, quiz } from '#campaign'
import { scriptPaths } from '#contract/api.ts'
import { typesOf, type QuizResult, type ResultData } from '#contract/quiz/quiz.ts'
import type { FormMeta, Origin } from '#contract/people/waitlist.ts'
import { joinPatienceMs, post, within } from '#page/api.ts'
import { formTokens, originOfPage } from '#page/signup/form-tokens.ts'
import { showLaunchState } from '#page/signup/show-launch-state.ts'
import { saveKeyFor } from './quiz-progress.ts'

type Saving = {
  email: string
  trap: string
  result: QuizResult | null
  key: string
  origin?: Partial<Origin> | undefined
  consent: string
  again: boolean
}

/**
 * QUIZ-10: makes CALL-2, then CALL-3. Resolves to null, or to why the server refuses the address.
 * Throws if the result was not saved (QUIZ-8). `again`: a repeated save takes a new token.
 */
export async function saveResult({ email, trap, result, key, ...saving }: Saving) {
  if (!isWhole(email, result)) throw new Error('There is no quiz result to save.')
  const meta = {
    token: await (saving.again ? formTokens.takeNew() : formTokens.take()),
    trap,
    placement: 'quiz',
    ...originOfPage(),
    ...saving.origin,
    consent: saving.consent,
    language,
    key: saveKeyFor(key, email),
  }
  const answer = await postQuizResult({ email, ...result }, meta)
  const outcome = outcomeOf(answer)
  if (answer.status === 409) return showLaunchState(false)
  if (outcome.is === 'refused') return outcome.reason
  if (outcome.is === 'failed')
    throw new Error(`The quiz result was not saved (${answer.status || 'no answer'}).`)
  const { performance_type, result_data } = result
  void askForSequence({ email, performance_type, quiz_result_id: outcome.id, result_data }, meta)
  return null
}

/** QUIZ-5: a result is saved with an address, and only with all of its scores. */
export const isWhole = (email: string, result: QuizResult | null): result is QuizResult =>
  email !== '' && result !== null && Object.keys(result.scores).length === typesOf(quiz).length

/** CALL-2: what came back, read as JSON. `status` 0: no answer came, or none that can be read. */
async function postQuizResult(
  body: QuizResult & { email: string },
  meta: FormMeta,
): Promise<{ status: number; body: unknown }> {
  try {
    return await within(joinPatienceMs, async (signal) => {
      const response = await post(`${scriptPaths.quizResults}?select=*`, body, meta, signal, {
        accept: 'application/vnd.pgrst.object+json',
        prefer: 'return=representation',
      })
      return { status: response.status, body: (await response.json()) as unknown }
    })
  } catch {
    return { status: 0, body: null }
  }
}

export type SaveOutcome =
  | { is: 'saved'; id: string }
  | { is: 'refused'; reason: string }
  | { is: 'failed' }

/**
 * `saved`: the row came back with its id. `refused`: the table's check of the address failed
 * (FORM-2).
 */
export function outcomeOf({ status, body }: { status: number; body: unknown }): SaveOutcome {
  const { id, code, message, details } = Object(body) as Record<string, unknown>
  if (status === 201 && typeof id === 'string') return { is: 'saved', id }
  return code === '23514' && String(message).includes('quiz_results_email_check')
    ? { is: 'refused', reason: typeof details === 'string' ? details : '' }
    : { is: 'failed' }
}

type SequenceCall = {
  email: string
  performance_type: string
  quiz_result_id: string
  result_data: ResultData
}

/** CALL-3. QUIZ-9: a failure is only logged, because the server starts the sequence by itself. */
async function askForSequence(body: SequenceCall, meta: FormMeta): Promise<void> {
  const { ok, status } = await within(joinPatienceMs, (signal) =>
    post(scriptPaths.emailSequence, body, meta, signal),
  ).catch(() => ({ ok: false, status: 0 }))
  if (!ok)
    console.warn(
      `The e-mail sequence was not started (${status || 'no answer'}). The server starts it by itself.`,
    )
}
