import type { RefObject } from 'react'
import { joined } from '#campaign/copy/interface.ts'
import type { FormWords } from './words.ts'

type Props = {
  email: string
  /** on the page that the plain form led to: where the form stands again, with the text in it */
  again: string | undefined
  words: FormWords
  headingRef: RefObject<HTMLHeadingElement | null>
  onAnother: () => void
}

/** FORM-5, FORM-9: takes the form's place, and is the sign-up's one notice. */
export function WelcomePanel({ email, again, words, headingRef, onAnother }: Props) {
  const [before, after] = joined[words.optIn].split('{email}')
  return (
    <div className="welcome" role="status" data-state="success">
      <svg viewBox="0 0 28 28" aria-hidden="true">
        <path pathLength="1" d="M4 15l7 7L24 6" />
      </svg>
      <h2 ref={headingRef} tabIndex={-1}>
        {words.success}
      </h2>
      <p>
        {before}
        <b>{email}</b>
        {`${after} ${words.bonus}`}
      </p>
      {again ? (
        <a
          className="another"
          href={again}
          onClick={(event) => (event.preventDefault(), onAnother())}
        >
          {words.another}
        </a>
      ) : (
        <button className="another" type="button" onClick={onAnother}>
          {words.another}
        </button>
      )}
    </div>
  )
}
