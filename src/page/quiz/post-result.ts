import { paths } from '#contract/api.ts'
import type { QuizResult, ResultData } from '#contract/quiz/quiz.ts'
import type { FormMeta } from '#contract/people/waitlist.ts'
import { joinPatienceMs, post, within } from '#page/api.ts'

/** CALL-2: what came back, read as JSON. `status` 0: no answer came, or none that can be read. */
export async function postQuizResult(
  body: QuizResult & { email: string },
  meta: FormMeta,
): Promise<{ status: number; body: unknown }> {
  try {
    return await within(joinPatienceMs, async (signal) => {
      const response = await post(`${paths.quizResults}?select=*`, body, meta, signal, {
        accept: 'application/vnd.pgrst.object+json',
        prefer: 'return=representation',
      })
      return { status: response.status, body: (await response.json()) as unknown }
    })
  } catch {
    return { status: 0, body: null }
  }
}

/** CALL-3. Throws where no answer comes. */
export const postSequence = (
  body: {
    email: string
    performance_type: string
    quiz_result_id: string
    result_data: ResultData
  },
  meta: FormMeta,
): Promise<Response> =>
  within(joinPatienceMs, (signal) => post(paths.emailSequence, body, meta, signal))
