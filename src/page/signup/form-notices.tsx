import type { RefObject } from 'react'
import type { FormWords, ProblemWords } from './form-words.ts'

/** Shown above a plain form that the server returned unsaved. */
export const ProblemNotice = ({ title, text }: ProblemWords) => (
  <div className="problem" role="alert">
    <b>{title}</b>
    <p>{text}</p>
  </div>
)

/**
 * FORM-9: replaces a form after a sign-up elsewhere on the page or at an earlier visit. The HTML
 * has this line before every form. styles/form.css shows one of the two, since only the browser
 * knows of earlier sign-ups.
 */
export const JoinedLine = ({
  words,
  formPath,
}: {
  words: Pick<FormWords, 'joined' | 'another'>
  /** on the page that a plain form led to: the address of the page with the form */
  formPath?: string | undefined
}) => (
  <div className="joined">
    <svg viewBox="0 0 28 28" aria-hidden="true">
      <path d="M4 15l7 7L24 6" />
    </svg>
    <p>
      <b>
        <JoinedWords {...words.joined} />
      </b>{' '}
      {formPath ? (
        <a className="another" href={formPath}>
          {words.another}
        </a>
      ) : (
        <button className="another" type="button">
          {words.another}
        </button>
      )}
    </p>
  </div>
)

const JoinedWords = ({ text, next }: FormWords['joined']) => (
  <>
    {text}
    {next && <span>{` ${next}`}</span>}
  </>
)

type WelcomeProps = {
  email: string
  /** the server returned the panel, so that no toast carries FORM-5's sentence */
  withSentence: boolean
  /** on the page that a plain form led to: the address of the page with the form */
  formPath: string | undefined
  words: FormWords
  headingRef: RefObject<HTMLHeadingElement | null>
  onAnother: () => void
}

/**
 * FORM-5, FORM-9: replaces the form after its own success. The toast beside it says that it
 * succeeded; without script the panel does.
 */
export function WelcomePanel({
  email,
  withSentence,
  formPath,
  words,
  headingRef,
  onAnother,
}: WelcomeProps) {
  const { text, help, another } = words.welcome
  const withEmail = (sentence: string) => {
    const [before, after] = sentence.split('{email}')
    return (
      <>
        {before}
        {after !== undefined && <b>{email}</b>}
        {after}
      </>
    )
  }
  return (
    <div className="welcome" role={withSentence ? 'status' : undefined} data-state="success">
      <svg viewBox="0 0 28 28" aria-hidden="true">
        <path pathLength="1" d="M4 15l7 7L24 6" />
      </svg>
      <h2 ref={headingRef} tabIndex={-1}>
        {withSentence ? words.success : <JoinedWords {...words.joined} />}
      </h2>
      {words.steps ? (
        <ol>
          {words.steps.map((step) => (
            <li key={step}>{withEmail(step)}</li>
          ))}
        </ol>
      ) : (
        <p>{withEmail(`${text} ${words.bonus}`)}</p>
      )}
      <p>
        {help}{' '}
        {formPath ? (
          <a
            className="another"
            href={formPath}
            onClick={(event) => (event.preventDefault(), onAnother())}
          >
            {another}
          </a>
        ) : (
          <button className="another" type="button" onClick={onAnother}>
            {another}
          </button>
        )}
      </p>
    </div>
  )
}
