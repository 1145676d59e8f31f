import { Fragment, type ReactNode } from 'react'
import type { Words } from '#contract/ask.ts'
import type { SentForm } from '#contract/navigation.ts'
import { personPath } from '#contract/person-screens.ts'
import { isSilenced, type PersonState } from '#contract/waitlist.ts'
import { Day, DayAndTime } from './times.tsx'

/** A term and its value, within `<dl className="facts">`. */
export const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

/** The fields that a form sent, so that it can be sent again. */
export const HiddenFields = ({ fields }: { fields: SentForm }) =>
  fields.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

export type Shape = 'full' | 'half' | 'empty' | 'dash' | 'cross' | 'accent'

/** A state as a shape and words. */
export const State = ({ shape, children }: { shape: Shape; children: ReactNode }) => (
  <span className="state" data-shape={shape}>
    {children}
  </span>
)

const personShapes: Record<PersonState, readonly [Shape, word: string]> = {
  unconfirmed: ['empty', 'unconfirmed'],
  confirmed: ['full', 'confirmed'],
  unsubscribed: ['dash', 'left'],
  bounced: ['cross', 'undeliverable'],
  complained: ['cross', 'undeliverable'],
  suppressed: ['cross', 'undeliverable'],
}

export const StateOfPerson = ({ state }: { state: PersonState }) => {
  const [shape, word] = personShapes[state]
  return (
    <>
      <State shape={shape}>{word}</State>
      {isSilenced(state) && <small>{state}</small>}
    </>
  )
}

/** An address, as a link to its person. Null: a reader gets no link. */
export const PersonLink = ({ id, email }: { id: string | null; email: string }) =>
  id === null ? (
    <bdi>{email}</bdi>
  ) : (
    <a href={personPath(id)}>
      <bdi>{email}</bdi>
    </a>
  )

/** Words that the server wrote. */
export const Said = ({ words }: { words: Words }): ReactNode => {
  if (typeof words === 'string') return words
  if ('moment' in words) return <DayAndTime atMs={words.moment} full />
  if ('soon' in words) return <DayAndTime atMs={words.soon} />
  if ('day' in words) return <Day atMs={words.day} />
  if ('quoted' in words) return <q className="quoted">{words.quoted}</q>
  if ('link' in words)
    return (
      <a className="link" href={words.path}>
        <bdi>{words.link}</bdi>
      </a>
    )
  if ('small' in words)
    return (
      <small>
        <Said words={words.small} />
      </small>
    )
  if ('name' in words) return <bdi>{words.name}</bdi>
  // The parts of a sentence do not change their order.
  return words.map((part, index) => (
    <Fragment key={index}>
      <Said words={part} />
    </Fragment>
  ))
}
