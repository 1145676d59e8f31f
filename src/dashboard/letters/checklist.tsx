import { countedExactly } from '#contract/people/list.ts'
import { peopleText, plural, upTo } from '#contract/english.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { Plate } from '#dashboard/frame/screen.tsx'
import { fillIn } from './problems.tsx'
import { TodoMark } from '#dashboard/overview/tasks.tsx'

/** The checks of each opening and saving of a letter. Only the test is optional. */
export const LetterChecklist = (form: ViewOf<'letter-compose'>) => (
  <Plate
    id="before"
    name="Before you send"
    caption={<p className="note">Checked each time you save or count.</p>}
  >
    <ul className="todo">
      {checksOf(form).map(({ title, isDone, text }) => (
        <li key={title} data-mark={isDone ? 'done' : 'open'}>
          <TodoMark mark={isDone ? 'done' : 'open'} />
          <h3>
            <span className="hide">{isDone ? 'Done: ' : 'To do: '}</span>
            {title}
          </h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </Plate>
)

const checksOf = (form: ViewOf<'letter-compose'>) => {
  const { problems, count, testedAt } = form
  const inText = problems.filter(({ field }) => field !== 'audience' && field !== 'sender').length
  const sender = problems.find(({ field }) => field === 'sender')
  return [
    {
      title: 'Subject, preview line and body',
      isDone: inText === 0,
      text: inText === 0 ? 'No problems found.' : openText(form, inText),
    },
    {
      title: 'Audience',
      isDone: count.people > 0,
      text:
        count.people === 0
          ? problems.find(({ field }) => field === 'audience')?.message
          : `${count.isMore ? `${upTo(count.people + 1, countedExactly + 1)} people` : peopleText(count.people)} will get it.`,
    },
    ...(sender ? [{ title: 'Sender', isDone: false, text: sender.message }] : []),
    {
      title: 'Test',
      isDone: testedAt !== null,
      text:
        testedAt === null ? (
          'Send one to yourself and read it on a phone. You can send the letter without it.'
        ) : (
          <>
            Tested <DayAndTime at={testedAt} />. This text has not changed since.
          </>
        ),
    },
  ]
}

function openText({ toFillIn }: ViewOf<'letter-compose'>, inText: number): string {
  if (toFillIn === null) return `${inText} ${plural(inText, 'problem')}: see the fields above.`
  return toFillIn.length > 0 ? `${fillIn(toFillIn)}.` : 'Nothing is written yet.'
}
