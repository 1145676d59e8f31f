import { campaign } from '#campaign/campaign.ts'
import { quizResult } from '#campaign/copy/quiz-result.ts'
import { consentIn } from '#contract/campaign.ts'
import { resultOf, type QuizCopy } from '#contract/quiz.ts'
import { nextState, stateOf, type FormState } from '#page/signup/use-email-form.ts'
import { QuizModal } from '#page/quiz/quiz-modal.tsx'
import { ResultModal } from '#page/quiz/result-modal.tsx'
import { SaveForm } from '#page/quiz/save-form.tsx'
import { SavedPanel } from '#page/quiz/saved-panel.tsx'
import type { State } from './gallery.tsx'
import { longAddress } from './served.ts'

export const quizStates: readonly State[] = campaign.quiz ? statesOf(campaign.quiz) : []

function statesOf(quiz: QuizCopy): State[] {
  const answers = Object.fromEntries(
    quiz.questions.map(({ id, options }, index) => [id, options[index]!.id]),
  )
  const result = resultOf(quiz, answers)!
  const form = (state: FormState) => (
    <SaveForm
      sent={{ answers, key: '' }}
      served={{ pageToken: '', consent: consentIn(campaign.consents, quizResult.lang) }}
      form={{ state }}
    />
  )
  const typed = (text: string) => stateOf({ state: 'idle', typed: text })
  const saved = (email: string) => (
    <div className="capture">
      <SavedPanel quiz={quiz} optIn="double" email={email} onAnother={() => {}} />
    </div>
  )
  const toast = (
    <div className="toast" data-tone="bad">
      <div>
        <b lang={quizResult.failedTitleLang}>{quizResult.failedTitle}</b>
        <p>{quizResult.failed}</p>
        <button className="close" type="button" aria-label={quizResult.notices.close} />
      </div>
    </div>
  )
  const savedToast = (
    <div className="toast" data-tone="plain">
      <div>
        <p lang={quizResult.lang}>{quizResult.saved}</p>
        <button className="close" type="button" aria-label={quizResult.notices.close} />
      </div>
    </div>
  )
  const shown = (id: string, name: string, slot: State['node'], beside?: State['node']): State => ({
    id: `quiz-${id}`,
    name,
    wide: true,
    node: (
      <>
        <ResultModal quiz={quiz} result={result} open="static">
          {slot}
        </ResultModal>
        {beside}
      </>
    ),
  })
  return [
    ...quiz.questions.map(({ id }, index) => ({
      id: `quiz-${index + 1}`,
      name: `Question ${index + 1}`,
      wide: true,
      node: (
        <QuizModal
          quiz={quiz}
          question={id}
          answers={Object.fromEntries(Object.entries(answers).slice(0, index))}
          open="static"
        />
      ),
    })),
    {
      id: 'quiz-chosen',
      name: 'A question that is answered',
      wide: true,
      node: <QuizModal quiz={quiz} question="stress_response" answers={answers} open="static" />,
    },
    shown('result', 'Result', form(typed(''))),
    shown('invalid', 'Result, invalid address', form(typed('sanne@fuel'))),
    shown(
      'saving',
      'Result, saving',
      form(nextState(typed('sanne@fuel.example'), { type: 'submitted' })),
    ),
    shown('failed', 'Result, not saved, with its toast', form(typed('sanne@fuel.example')), toast),
    shown('saved', 'Result, saved, with its toast', saved('sanne@fuel.example'), savedToast),
    shown('saved-long', 'Result, saved, 254 characters', saved(longAddress)),
  ]
}
