import type { ReactNode, RefObject } from 'react'
import { prefix } from '#campaign'
import { Filled } from '#page/ui/filled.tsx'
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
      <Another formPath={formPath}>{words.another}</Another>
    </p>
  </div>
)

const JoinedWords = ({ text, next }: FormWords['joined']) => (
  <>
    {text}
    {next && <span>{` ${next}`}</span>}
  </>
)

type AnotherProps = {
  /** of the page with the form, where a plain form led to another one */
  formPath?: string | undefined
  onPress?: () => void
  children: string
}

/** 'Use another address'. Without `onPress` form-links.ts acts on it. */
export const Another = ({ formPath, onPress, children }: AnotherProps) =>
  formPath ? (
    <a
      className="another"
      href={prefix + formPath}
      onClick={onPress && ((event) => (event.preventDefault(), onPress()))}
    >
      {children}
    </a>
  ) : (
    <button className="another" type="button" onClick={onPress}>
      {children}
    </button>
  )

type PanelProps = {
  heading: ReactNode
  headingRef?: RefObject<HTMLHeadingElement | null> | undefined
  /** the server returned it, so that no toast says that the form was saved */
  isStatus: boolean
  lang?: string
  children: ReactNode
}

/** FORM-9, QUIZ-7: replaces a form after its own success. */
export const WelcomePanel = ({ heading, headingRef, isStatus, lang, children }: PanelProps) => (
  <div className="welcome" role={isStatus ? 'status' : undefined} data-state="success" lang={lang}>
    <svg viewBox="0 0 28 28" aria-hidden="true">
      <path pathLength="1" d="M4 15l7 7L24 6" />
    </svg>
    <h2 ref={headingRef} tabIndex={headingRef && -1}>
      {heading}
    </h2>
    {children}
  </div>
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
 * FORM-5, FORM-9: after a sign-up, what is left to do. The toast beside it says that it succeeded;
 * without script the panel does.
 */
export function Welcome({
  email,
  withSentence,
  formPath,
  words,
  headingRef,
  onAnother,
}: WelcomeProps) {
  const { text, help, another } = words.welcome
  const withEmail = (sentence: string) => (
    <Filled text={sentence} values={{ email: <b>{email}</b> }} />
  )
  return (
    <WelcomePanel
      heading={<JoinedWords {...words.joined} />}
      headingRef={headingRef}
      isStatus={withSentence}
    >
      {withSentence && <p>{words.success}</p>}
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
        <Another formPath={formPath} onPress={onAnother}>
          {another}
        </Another>
      </p>
    </WelcomePanel>
  )
}
