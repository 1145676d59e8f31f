import { Fragment, type ReactNode } from 'react'
import { unicodeEmail } from '#contract/address/unicode-host.ts'
import type { SentForm } from '#contract/dashboard/navigation.ts'
import type { Words } from '#contract/dashboard/ask.ts'
import { personPath } from '#contract/people/screens.ts'
import { isSilenced, type PersonState } from '#contract/people/waitlist.ts'
import { Day, DayAndTime } from './times.tsx'

/**
 * Terms and their values. A value that is false or null leaves its term out, and an array is several
 * values of one term.
 */
export const Facts = ({
  of,
  className = 'facts',
}: {
  of: Readonly<Record<string, ReactNode | readonly ReactNode[]>>
  className?: string
}) => (
  <dl className={className}>
    {Object.entries(of).map(([term, values]) =>
      (Array.isArray(values) ? values : [values])
        .filter((value) => value !== false && value !== null)
        .map((value, index) => (
          <div key={`${term} ${index}`}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        )),
    )}
  </dl>
)

/** A text that one click selects, to be copied. */
export const Copied = ({ text }: { text: string }) => <code className="copy">{text}</code>

/** The fields that a form sent, so that it can be sent again. */
export const HiddenFields = ({ fields }: { fields: SentForm }) =>
  fields.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

/** A state: a shape, which CSS draws, and words. */
export const State = ({
  of: [shape, words],
}: {
  of: readonly [shape: string, words: ReactNode]
}) => (
  <span className="state" data-shape={shape}>
    {words}
  </span>
)

const personStates: Record<PersonState, readonly [shape: string, word: string]> = {
  unconfirmed: ['empty', 'unconfirmed'],
  confirmed: ['full', 'confirmed'],
  unsubscribed: ['dash', 'left'],
  bounced: ['cross', 'undeliverable'],
  complained: ['cross', 'undeliverable'],
  suppressed: ['cross', 'undeliverable'],
}

export const StateOfPerson = ({ state }: { state: PersonState }) => (
  <>
    <State of={personStates[state]} />
    {isSilenced(state) && <small>{state}</small>}
  </>
)

/** An address, as a link to its person. Null: a reader gets no link. */
export const PersonLink = ({ id, email }: { id: string | null; email: string }) =>
  id === null ? (
    <bdi>{unicodeEmail(email)}</bdi>
  ) : (
    <a href={personPath(id)}>
      <bdi>{unicodeEmail(email)}</bdi>
    </a>
  )

/** Words that the server wrote. */
export const Said = ({ words }: { words: Words }): ReactNode => {
  if (typeof words === 'string') return words
  if ('moment' in words) return <DayAndTime at={words.moment} full />
  if ('soon' in words) return <DayAndTime at={words.soon} />
  if ('day' in words) return <Day at={words.day} />
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
