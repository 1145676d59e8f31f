import { use } from 'react'
import { navigation } from '#contract/dashboard/navigation.ts'
import {
  describeAudience,
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
  const { id, view, state, fields } = preview
  const isEditable = state === 'draft' && use(Frame).role === 'operator'
  return (
    <Screen
      nav="letters"
      title="Preview"
      back={isEditable ? toLetter({ id, subject: fields.subject }) : navigation.letters}
      tools={
        <>
          <nav className="pick" aria-label="Form of the preview">
            {(Object.keys(letterViews) as LetterViewName[]).map((name) => (
              <a
                key={name}
                href={`${letterPaths.preview(id)}?view=${name}`}
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
            <p className="note">
              As one person gets it. Nothing runs or opens in the preview, and its links to
              unsubscribe lead nobody off the list.
            </p>
          </>
        }
      >
        <Warnings warnings={warningsOf(preview)} />
        <ShownLetter {...preview} />
      </Plate>
    </Screen>
  )
}

const PreviewFacts = ({ sender, fields, rendered }: ViewOf<'letter-preview'>) => (
  <Facts
    of={{
      From: sender,
      Subject: <bdi>{rendered?.subject ?? titleOf(fields.subject)}</bdi>,
      'Preview line': <bdi>{fields.preview || 'none'}</bdi>,
      Audience: describeAudience(fields),
      Size:
        rendered && `${kilobytes(rendered.htmlBytes)}, ${kilobytes(rendered.textBytes)} as text`,
    }}
  />
)

const warningsOf = ({ rendered }: ViewOf<'letter-preview'>): string[] => {
  const warning = rendered && sizeWarning(rendered.htmlBytes)
  return warning === null ? [] : [warning]
}

function ShownLetter({ id, view, rendered, problems, fields }: ViewOf<'letter-preview'>) {
  if (rendered === null)
    return (
      <>
        <p>The letter cannot be shown as a mail yet:</p>
        <Problems problems={problems} id="problems" />
        <h2>The text</h2>
        <pre>{fields.body}</pre>
      </>
    )
  const drawn = letterViews[view]
  return drawn === 'text' ? (
    <MailText text={rendered.text} />
  ) : (
    <MailFrame
      src={letterPaths.previewBody(id)}
      view={drawn}
      title={`HTML of: ${rendered.subject}`}
    />
  )
}

type TestView = ViewOf<'letter-test'>

/** Where the test goes. An operator who signed in by a printed link types an address. */
export const LetterTestScreen = ({ id, subject, to, typed, destination, wrong }: TestView) => (
  <Screen nav="letters" back={toLetter({ id, subject })}>
    <Plate
      label="Test"
      flow
      caption={
        <>
          <p className="note">
            The mail that people would get, with ‘Test’ before the subject. While mail is paused it
            waits, for {operatorTimeInWords('letterTest')} at most.
          </p>
          {destination !== 'smtp' && <MailsKept destination={destination} />}
        </>
      }
    >
      <ActForm action={letterPaths.test(id)} className="stack">
        {wrong === 'problems' && (
          <p className="wrong" role="alert">
            Nothing was sent: the letter has problems. <a href={letterPath(id)}>See them</a>
          </p>
        )}
        {wrong === 'too-many' && (
          <p className="wrong" role="alert">
            Nothing was sent: {mostLetterTests} tests were sent within{' '}
            {operatorTimeInWords('letterTests')}. Try again later.
          </p>
        )}
        {to === null ? (
          <AddressField typed={typed} isWrong={wrong === 'address'} />
        ) : (
          <Facts
            of={{
              To: to,
              Subject: <bdi>{titleOf(subject)}</bdi>,
            }}
          />
        )}
        <div className="acts">
          <button type="submit" className="button main">
            Send test
          </button>
          <a href={letterPath(id)}>Back to the letter</a>
        </div>
      </ActForm>
    </Plate>
  </Screen>
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
