import { use } from 'react'
import { navigation } from '#contract/dashboard/navigation.ts'
import { grouped, upTo } from '#contract/english.ts'
import { letterPath, letterPaths } from '#contract/letters/screens.ts'
import { isOnlyKept, isStoppedByRule, letterState, titleOf } from '#contract/letters/letters.ts'
import { countedExactly } from '#contract/people/list.ts'
import { Screen, Plate } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { dash } from '#dashboard/frame/numbers.tsx'
import { Table, type Column } from '#dashboard/frame/table.tsx'
import { State } from '#dashboard/frame/elements.tsx'
import { LetterComposeScreen } from './compose.tsx'
import { LetterConfirmScreen } from './confirm.tsx'
import { LetterScreen } from './letter.tsx'
import { LetterPreviewScreen, LetterTestScreen } from './preview.tsx'
import { LetterTooLargeScreen, LetterUndeliveredScreen } from './undelivered.tsx'
import type { DrawnScreens } from '#dashboard/frame/drawn-screen.ts'

type View = ViewOf<'letters'>

/** Every letter, the newest first. */
const LettersScreen = ({ letters, count, isMore }: View) => (
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
    <Plate
      label="Letters"
      flow
      caption={
        <>
          <h2>Can get a letter</h2>
          <p className="num large">
            {upTo(count.people + Number(count.isMore), countedExactly + 1)}
          </p>
          <p className="note">
            Confirmed people. People who left, bounced or complained get none. Each letter has a
            link to unsubscribe.
          </p>
        </>
      }
    >
      {letters.length === 0 ? <NoLetters /> : <Letters letters={letters} />}
      {isMore && <p className="note after">Older letters: npm run letters -- list</p>}
    </Plate>
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

type Letter = View['letters'][number]

const Letters = ({ letters }: Pick<View, 'letters'>) => (
  <Table
    className="rows letters"
    name="All letters, newest first"
    rows={letters}
    columns={[
      {
        name: 'Letter',
        isHead: true,
        cells: 'full',
        render: ({ id, subject, state, at }) => (
          <>
            <a href={letterPath(id)}>
              <bdi>{titleOf(subject)}</bdi>
            </a>
            <small>
              {since[state]} <DayAndTime at={at} full />
            </small>
          </>
        ),
      },
      {
        name: 'State',
        render: ({ state, pausedBy, counts }) => (
          <State of={[shapeOf(state, pausedBy, counts), letterState(state, pausedBy, counts)]} />
        ),
      },
      {
        name: 'People',
        className: 'right',
        cells: 'ink',
        label: true,
        render: ({ people }) => (people === null ? dash : grouped(people)),
      },
      outcomeOf('Accepted', ({ accepted }) => accepted),
      outcomeOf('Bounced', ({ bounced, returned }) => bounced + returned),
      outcomeOf('Left', ({ left }) => left),
    ]}
  />
)

const outcomeOf = (name: string, of: (counts: Letter['counts']) => number): Column<Letter> => ({
  name,
  className: 'right',
  label: true,
  render: ({ state, counts }) => (state === 'draft' ? dash : grouped(of(counts))),
})

function shapeOf(state: Letter['state'], pausedBy: Letter['pausedBy'], counts: Letter['counts']) {
  if (isStoppedByRule(state, pausedBy)) return 'cross'
  return state === 'done' && isOnlyKept(counts) ? 'empty' : shapes[state]
}

const shapes: Record<Letter['state'], string> = {
  draft: 'half',
  scheduled: 'empty',
  sending: 'accent',
  paused: 'dash',
  stopped: 'dash',
  done: 'full',
}

const since: Record<Letter['state'], string> = {
  draft: 'Saved',
  scheduled: 'Planned for',
  sending: 'Began',
  paused: 'Since',
  stopped: 'Ended',
  done: 'Ended',
}

/** A new letter has no text yet. */
const composedSubject = ({ fields: { fallback, texts } }: ViewOf<'letter-compose'>) =>
  texts[fallback]?.subject ?? ''

export const letterScreens = {
  letters: [navigation.letters.title, LettersScreen],
  'letter-compose': [(view) => titleOf(composedSubject(view)), LetterComposeScreen],
  'letter-preview': [(view) => `Preview of ${titleOf(view.subject)}`, LetterPreviewScreen],
  'letter-test': ['Send a test', LetterTestScreen],
  'letter-confirm': [(view) => `Send ${view.subject}?`, LetterConfirmScreen],
  letter: [(view) => view.subject, LetterScreen],
  'letter-undelivered': [(view) => `Not delivered: ${view.subject}`, LetterUndeliveredScreen],
  'letter-too-large': ['Too large', LetterTooLargeScreen],
} satisfies Partial<DrawnScreens>
