import { isSilenced, type PersonState } from '#contract/waitlist.ts'

const marks: Record<PersonState, readonly [shape: string, word: string]> = {
  unconfirmed: ['empty', 'unconfirmed'],
  confirmed: ['full', 'confirmed'],
  unsubscribed: ['dash', 'left'],
  bounced: ['cross', 'undeliverable'],
  complained: ['cross', 'undeliverable'],
  suppressed: ['cross', 'undeliverable'],
}

/** A person's state as a shape and a word. */
export const StateMark = ({ state }: { state: PersonState }) => {
  const [shape, word] = marks[state]
  return (
    <>
      <span className="state" data-shape={shape}>
        {word}
      </span>
      {isSilenced(state) && <small>{state}</small>}
    </>
  )
}
