import { use } from 'react'
import { plural } from '#contract/english.ts'
import type { CheckedTask, Task } from '#server/overview/attention.ts'
import { ActForm, Plate } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { DayAndTime, Moment } from '#dashboard/frame/times.tsx'
import { Facts, Copied } from '#dashboard/frame/elements.tsx'

const marks = {
  alarm: 'M7 1.5 13.5 12.5H.5zM7 5.5v3.5M7 10.5v.5',
  arrow: 'M0 7h13M8.5 2.5 13 7l-4.5 4.5',
  done: 'M1 7.5 5 11.5 13 2.5',
  open: 'M1.5 1.5h11v11h-11z',
} as const

/** On top, and only where there is something. */
export const AttentionPlate = ({ tasks }: { tasks: readonly Task[] }) => (
  <Plate
    id="attention"
    name="Needs attention"
    kind="alarm"
    caption={
      <p className="note">
        {plural(tasks.length, 'One thing.', `${tasks.length} things, the worst first.`)}
      </p>
    }
  >
    <Entries tasks={tasks} mark="alarm" />
  </Plate>
)

export const NextPlate = ({ tasks }: { tasks: readonly Task[] }) => (
  <Plate id="next" name="Next" caption={<p className="note">What would help most now.</p>}>
    <Entries tasks={tasks} mark="arrow" />
  </Plate>
)

/** The go-live checklist, with what is done. */
export function ChecklistPlate({ tasks }: { tasks: readonly CheckedTask[] }) {
  const done = tasks.filter((task) => task.done)
  const open = tasks.filter((task) => !task.done)
  return (
    <Plate
      id="checklist"
      name="Before you go live"
      kind="checklist"
      flow
      caption={
        <>
          <span className="num large">
            {done.length} of {tasks.length}
          </span>
          <p className="note">
            Checked each time this page is opened. You can share the page before all is done.
          </p>
        </>
      }
    >
      <Entries tasks={open.slice(0, openShown)} mark="open" />
      {open.length > openShown && (
        <details className="later">
          <summary>{open.length - openShown} more to do</summary>
          <Entries tasks={open.slice(openShown)} mark="open" />
        </details>
      )}
      {done.length > 0 && (
        <details className="later">
          <summary>{done.length} done</summary>
          <Entries tasks={done} mark="done" />
        </details>
      )}
    </Plate>
  )
}

/** The others are folded: a list of a dozen is read by nobody. */
const openShown = 3

const Entries = ({ tasks, mark }: { tasks: readonly Task[]; mark: keyof typeof marks }) => (
  <ul className="todo">
    {tasks.map((task) => (
      <Entry key={task.key} task={task} mark={mark} />
    ))}
  </ul>
)

export const TodoMark = ({ mark }: { mark: keyof typeof marks }) => (
  <svg viewBox="0 0 14 14" aria-hidden="true">
    <path d={marks[mark]} />
  </svg>
)

const Entry = ({ task, mark }: { task: Task; mark: keyof typeof marks }) => (
  <li data-mark={mark}>
    <TodoMark mark={mark} />
    <h3>
      {mark === 'done' && <span className="hide">Done: </span>}
      {mark === 'open' && <span className="hide">To do: </span>}
      {task.title}
      {task.since !== undefined && (
        <>
          {' '}
          since <DayAndTime at={task.since} />
        </>
      )}{' '}
      {task.effect && <small>{task.effect}</small>}
    </h3>
    <p>
      <WithCode text={task.text} />
      {task.quote && (
        <>
          {' '}
          The mail server says <q>{task.quote}</q>.
        </>
      )}
      {task.nextTryAt !== undefined && (
        <>
          {' '}
          One mail is tried again at <Moment at={task.nextTryAt} />.
        </>
      )}
    </p>
    {task.command && use(Frame).role === 'operator' && <Copied text={task.command} />}
    {task.link && (
      <a className="act" href={task.link.path}>
        {task.link.label}
      </a>
    )}
    {task.act && use(Frame).role === 'operator' && (
      <ActForm action={task.act.path} className="act">
        <button type="submit" className="button">
          {task.act.label}
        </button>
      </ActForm>
    )}
  </li>
)

/** Settings, files and commands stand in backticks. */
const WithCode = ({ text }: { text: string }) =>
  text
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? <code key={index}>{part}</code> : <span key={index}>{part}</span>,
    )

/** On the first day: what to share so that sources can be told apart. */
export const LinkPlate = ({ publicUrl }: { publicUrl: string }) => (
  <Plate
    id="link"
    name="Your link"
    caption={
      <p className="note">
        Add utm_source to every link that you post, so that Sources tells them apart. One click on a
        link selects all of it.
      </p>
    }
  >
    <Facts
      of={{
        'Your page': <Copied text={`${publicUrl}/`} />,
        'In a profile on Instagram': <Copied text={`${publicUrl}/?utm_source=instagram`} />,
        'In a newsletter': <Copied text={`${publicUrl}/?utm_source=newsletter`} />,
      }}
    />
  </Plate>
)
