import { campaign } from '#campaign'
import type { PersonalData } from '#contract/people/personal-data.ts'
import type { SavedQuizResult, UnconfirmedQuizResult } from '#contract/people/personal-records.ts'
import type { QuestionKey } from '#contract/quiz/quiz.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import type { Entry } from './entries.tsx'

export function quizEntry({
  result_data: data,
  scores,
  answers,
  savedAt,
  sequence,
}: SavedQuizResult) {
  const { quiz } = campaign
  return {
    at: savedAt,
    title: (
      <>
        Quiz: <span lang={quiz?.typeNameLang}>{data.title}</span>
      </>
    ),
    text: (
      <>
        <p>
          {Object.entries(scores)
            .map(([name, score]) => `${name} ${score}`)
            .join(', ')}
        </p>
        <details>
          <summary>Answers</summary>
          <ul className="answers">
            {Object.entries(answers).map(([id, chosen]) => (
              <Answer key={id} id={id} chosen={chosen} />
            ))}
          </ul>
        </details>
        {sequence && (
          <p className="note">
            Its mails: {sequence.state} since <DayAndTime at={sequence.startedAt} full />
          </p>
        )}
      </>
    ),
  }
}

/** A result that somebody saved with this address, and that the person has not confirmed. */
export function unconfirmedEntry(result: UnconfirmedQuizResult): Entry {
  const { title, text, ...entry } = quizEntry({ ...result, sequence: null })
  return {
    ...entry,
    title: <>{title}, not confirmed</>,
    text: (
      <>
        <p>
          It was saved with this address without the person's device or link. It changes nothing
          until the person confirms it, and is deleted after {operatorTime('unconfirmedResult')}.
        </p>
        {text}
      </>
    ),
  }
}

function Answer({ id, chosen }: { id: QuestionKey; chosen: string }) {
  const { quiz } = campaign
  const question = quiz?.questions.find((one) => one.id === id)
  const option = question?.options.find((one) => one.id === chosen)
  return (
    <li>
      <span>{question?.question ?? id}</span> <b>{option?.text ?? chosen}</b>
    </li>
  )
}

export function sequenceOf({ sequence }: PersonalData): Entry[] {
  if (sequence?.lastAt == null) return []
  const steps = campaign.sequence?.steps ?? []
  const position = steps.findIndex(({ name }) => name === sequence.step) + 1
  const step = position > 0 ? `mail ${position} of ${steps.length}` : (sequence.step ?? 'a mail')
  return [
    {
      at: sequence.lastAt,
      title: `Mails on the quiz result: ${step}`,
      text: sequence.firstAt !== null && (
        <p className="note">
          The first one was planned on <DayAndTime at={sequence.firstAt} full />
          {sequence.dueAt !== null && (
            <>
              ; the next one is planned for <DayAndTime at={sequence.dueAt} full />
            </>
          )}
          .
        </p>
      ),
    },
  ]
}
