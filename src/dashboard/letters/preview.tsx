import { use } from 'react'
import { navigation } from '#contract/dashboard/navigation.ts'
import { languageName } from '#contract/campaign/languages.ts'
import {
  describeAudience,
  inLanguage,
  letterPath,
  letterPaths,
  letterViews,
  type LetterViewName,
} from '#contract/letters/screens.ts'
import { kilobytes, sizeWarning, titleOf } from '#contract/letters/letters.ts'
import { mostLetterTests, operatorTimeInWords } from '#contract/promises/operator-times.ts'
import { ActForm, Screen, Plate } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { Problems, Warnings } from './problems.tsx'
import type { ViewOf } from '#server/dashboard/views.ts'
import { MailFrame, MailText } from '#dashboard/mail/body.tsx'
import { toLetter, MailsKept } from './words.tsx'
import { Facts } from '#dashboard/frame/elements.tsx'

const names: Record<LetterViewName, string> = {
  html: 'HTML',
  phone: 'Phone',
  dark: 'Dark',
  text: 'Text',
}

/** The letter as one person gets it, in a frame that can run, load and open nothing. */
export const LetterPreviewScreen = (preview: ViewOf<'letter-preview'>) => {
  const { id, view, state, subject, language, languages } = preview
  const isEditable = state === 'draft' && use(Frame).role === 'operator'
  return (
    <Screen
      nav="letters"
      title="Preview"
      back={isEditable ? toLetter({ id, subject }) : navigation.letters}
      tools={
        <>
          {languages.length > 1 && (
            <nav className="pick" aria-label="Language of the preview">
              {languages.map((one) => (
                <a
                  key={one}
                  href={inLanguage(`${letterPaths.preview(id)}?view=${view}`, one)}
                  aria-current={one === language ? 'true' : undefined}
                >
                  {languageName(one, 'en')}
                </a>
              ))}
            </nav>
          )}
          <nav className="pick" aria-label="Form of the preview">
            {(Object.keys(letterViews) as LetterViewName[]).map((name) => (
              <a
                key={name}
                href={pathOf(preview, `${letterPaths.preview(id)}?view=${name}`)}
                aria-current={name === view ? 'true' : undefined}
              >
                {names[name]}
              </a>
            ))}
          </nav>
          <a className="button" href={isEditable ? letterPaths.test(id) : letterPath(id)}>
            {isEditable ? 'Send test' : 'Back to the letter'}
          </a>
        </>
      }
    >
      <Plate
        label="Preview"
        flow="stack"
        stack
        caption={
          <>
            <PreviewFacts {...preview} />
            <p className="note">Shown as one person receives it. Links are inactive.</p>
          </>
        }
      >
        <Warnings warnings={warningsOf(preview)} />
        <ShownLetter {...preview} />
      </Plate>
    </Screen>
  )
}

/** The path of a letter with one text names no language. */
const pathOf = ({ language, languages }: ViewOf<'letter-preview'>, path: string) =>
  languages.length > 1 ? inLanguage(path, language) : path

const PreviewFacts = (preview: ViewOf<'letter-preview'>) => (
  <Facts
    of={{
      From: preview.sender,
      Subject: <bdi>{preview.rendered?.subject ?? titleOf(preview.text.subject)}</bdi>,
      'Preview line': <bdi>{preview.text.preview || 'none'}</bdi>,
      Audience: describeAudience(preview.audience),
      Language:
        preview.languages.length > 1 &&
        `${languageName(preview.language, 'en')}${preview.language === preview.fallback ? ', also for people without a text in theirs' : ''}`,
      Size:
        preview.rendered &&
        `${kilobytes(preview.rendered.htmlBytes)}, ${kilobytes(preview.rendered.textBytes)} as text`,
    }}
  />
)

const warningsOf = ({ rendered }: ViewOf<'letter-preview'>): string[] => {
  const warning = rendered && sizeWarning(rendered.htmlBytes)
  return warning === null ? [] : [warning]
}

function ShownLetter(preview: ViewOf<'letter-preview'>) {
  const { id, view, rendered, problems, text } = preview
  if (rendered === null)
    return (
      <>
        <p>The letter cannot be shown as a mail yet:</p>
        <Problems problems={problems} id="problems" />
        <h2>The text</h2>
        <pre>{text.body}</pre>
      </>
    )
  const drawn = letterViews[view]
  return drawn === 'text' ? (
    <MailText text={rendered.text} />
  ) : (
    <MailFrame
      src={pathOf(preview, letterPaths.previewBody(id))}
      view={drawn}
      title={`HTML of: ${rendered.subject}`}
    />
  )
}

type TestView = ViewOf<'letter-test'>

/** Where the test goes. An operator who signed in by a printed link types an address. */
export const LetterTestScreen = (test: TestView) => (
  <Screen nav="letters" back={toLetter(test)}>
    <Plate
      label="Test"
      flow
      caption={
        <>
          <p className="note">
            The mail that people would get, with ‘Test’ before the subject. While mail is paused it
            waits, for {operatorTimeInWords('letterTest')} at most.
          </p>
          {test.destination !== 'smtp' && <MailsKept destination={test.destination} />}
        </>
      }
    >
      <ActForm action={letterPaths.test(test.id)} className="stack">
        {test.wrong === 'problems' && (
          <p className="wrong" role="alert">
            Nothing was sent: the letter has problems. <a href={letterPath(test.id)}>See them</a>
          </p>
        )}
        {test.wrong === 'too-many' && (
          <p className="wrong" role="alert">
            Nothing was sent: at most {mostLetterTests} tests can be sent within{' '}
            {operatorTimeInWords('letterTests')}. Try again later.
          </p>
        )}
        {test.to === null && <AddressField typed={test.typed} isWrong={test.wrong === 'address'} />}
        {(test.to !== null || test.subjects.length > 1) && (
          <Facts of={{ To: test.to, ...testedTexts(test) }} />
        )}
        <div className="acts">
          <button type="submit" className="button main">
            {test.subjects.length > 1 ? 'Send a test in each language' : 'Send test'}
          </button>
          <a href={letterPath(test.id)}>Back to the letter</a>
        </div>
      </ActForm>
    </Plate>
  </Screen>
)

/** The subject, or that of each language. */
const testedTexts = ({ subjects }: TestView) =>
  Object.fromEntries(
    subjects.map(({ language, subject }) => [
      subjects.length > 1 ? languageName(language, 'en') : 'Subject',
      <bdi key={language}>{titleOf(subject)}</bdi>,
    ]),
  )

const AddressField = ({ typed, isWrong }: Pick<TestView, 'typed'> & { isWrong: boolean }) => (
  <label className="field">
    <span className="label">Address</span>
    <input
      type="email"
      name="to"
      defaultValue={typed}
      autoComplete="email"
      aria-invalid={isWrong || undefined}
    />
    {isWrong && (
      <span className="wrong" role="alert">
        Enter a complete address, like you@example.com.
      </span>
    )}
  </label>
)
