import type { PerformanceType } from '#contract/quiz.ts'

/**
 * The tables of quiz results and of the mails that follow them. `sequence_places` is progress in a
 * sequence, no place in the line.
 */
export type QuizSchema = {
  quiz_results: QuizResultsTable
  sequences: SequencesTable
  sequence_places: SequencePlacesTable
}

/** QUIZ-6. A result is deleted with its person, whose address it was saved with. */
export type QuizResultsTable = {
  id: string
  person_id: string
  /** one row per key; null if the client sent none */
  idempotency_key: string | null
  created_at: number
  performance_type: PerformanceType
  primary_score: number
  /** JSON as in contract/quiz.ts; the texts are the campaign's of that time */
  scores: string
  answers: string
  result_data: string
  /** when the server starts its e-mail sequence by itself; null once it is started */
  sequence_due_at: number | null
}

/**
 * CALL-3: one per quiz result, of which at most one per person is active. `stopped`: the person
 * left or gets no mail.
 */
export type SequencesTable = {
  quiz_result_id: string
  person_id: string
  performance_type: PerformanceType
  state: 'active' | 'replaced' | 'stopped' | 'finished'
  started_at: number
}

/** How far a person is in their sequence. The columns match `Progress` in sequence/steps.ts. */
export type SequencePlacesTable = {
  person_id: string
  step: string | null
  step_days: number | null
  first_at: number | null
  last_at: number | null
  due_at: number | null
  /** the outbox row of the step that is pending or was the last; null once it has arrived */
  mail_id: string | null
  /** JSON */
  firsts: string
}
