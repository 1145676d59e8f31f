import type { FormWords } from './words.ts'

type Props = {
  words: FormWords['settled']
  another: string
  /** on the page that a plain form led to: where the form stands again, with the text in it */
  again?: string | undefined
}

/**
 * FORM-9: what a form reads after a sign-up elsewhere on the page, or at an earlier visit. It stands before every form, and
 * styles/form.css shows one of the two: what the browser keeps is known before the first paint, and to the server never.
 */
export const SettledLine = ({ words: { text, next }, another, again }: Props) => (
  <div className="settled">
    <svg viewBox="0 0 28 28" aria-hidden="true">
      <path d="M4 15l7 7L24 6" />
    </svg>
    <p>
      <b>
        {text}
        {next && <span>{` ${next}`}</span>}
      </b>{' '}
      {again ? (
        <a className="another" href={again}>
          {another}
        </a>
      ) : (
        <button className="another" type="button">
          {another}
        </button>
      )}
    </p>
  </div>
)
