import { use } from 'react'
import { letterPath, letterPaths } from '#contract/letter-screens.ts'
import { countedExactly } from '#contract/people-list.ts'
import { Screen } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { LetterStateMark } from './words.tsx'
import { titleOf } from '#contract/letter-words.ts'
import { grouped, upTo } from '#contract/text.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { dash } from '#dashboard/frame/numbers.tsx'

type View = ViewOf<'letters'>

/** LETTER-1: every letter, the newest first. */
export const LettersScreen = ({ letters, count, isMore }: View) => (
  <Screen
    nav="letters"
    tools={
      <>
        <p className="note">A letter is a mail to everybody on the list, or to a part of it.</p>
        {use(Frame).role === 'operator' && (
          <a className="button main" href={letterPaths.new}>
            Write a letter
          </a>
        )}
      </>
    }
  >
    <section className="plate" aria-label="Letters">
      <div className="caption flow">
        <h2>Can get a letter</h2>
        <p className="num large">{upTo(count.people + Number(count.isMore), countedExactly + 1)}</p>
        <p className="note">
          Confirmed people. People who left, bounced or complained get none. Each letter has a link
          to unsubscribe.
        </p>
      </div>
      <div className="body">
        {letters.length === 0 ? <NoLetters /> : <Letters letters={letters} />}
        {isMore && <p className="note after">Older letters: npm run letters -- list</p>}
      </div>
    </section>
  </Screen>
)

const NoLetters = () => (
  <div className="stack">
    <h3>No letters yet</h3>
    <p>
      Write the first one when there is something to tell the list: the launch date, an offer, a
      look behind the scenes. You can send yourself a test, and nothing goes out before you have
      confirmed it on a page of its own.
    </p>
    {use(Frame).role === 'operator' && (
      <p>
        <a className="link" href={letterPaths.new}>
          Write the first letter
        </a>
      </p>
    )}
  </div>
)

const Letters = ({ letters }: Pick<View, 'letters'>) => (
  <table className="rows letters">
    <caption className="hide">All letters, newest first</caption>
    <thead>
      <tr>
        <th scope="col">Letter</th>
        <th scope="col">State</th>
        {['People', 'Accepted', 'Bounced', 'Left'].map((name) => (
          <th key={name} scope="col" className="right">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {letters.map((letter) => (
        <Row key={letter.id} letter={letter} />
      ))}
    </tbody>
  </table>
)

const Row = ({ letter }: { letter: ViewOf<'letters'>['letters'][number] }) => {
  const { id, subject, state, pausedBy, atMs, people, counts } = letter
  const number = (value: number) => (state === 'draft' ? dash : grouped(value))
  return (
    <tr>
      <th scope="row" className="full">
        <a href={letterPath(id)}>
          <bdi>{titleOf(subject)}</bdi>
        </a>
        <small>
          {since[state]} <DayAndTime atMs={atMs} full />
        </small>
      </th>
      <td>
        <LetterStateMark state={state} pausedBy={pausedBy} />
      </td>
      <td className="right ink" data-label="People">
        {people === null ? dash : grouped(people)}
      </td>
      <td className="right" data-label="Accepted">
        {number(counts.accepted)}
      </td>
      <td className="right" data-label="Bounced">
        {number(counts.bounced + counts.returned)}
      </td>
      <td className="right" data-label="Left">
        {number(counts.left)}
      </td>
    </tr>
  )
}

const since: Record<ViewOf<'letters'>['letters'][number]['state'], string> = {
  draft: 'Saved',
  scheduled: 'Planned for',
  sending: 'Began',
  paused: 'Since',
  stopped: 'Ended',
  done: 'Ended',
}
