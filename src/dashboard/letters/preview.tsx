import { use } from 'react'
import {
  describeAudience,
  letterPath,
  letterPaths,
  letterViews,
  type LetterViewName,
} from '#contract/letter-screens.ts'
import { kilobytes, sizeWarning } from '#contract/letters.ts'
import { mostLetterTests, operatorTimeInWords } from '#contract/operator-times.ts'
import { ActForm, Screen } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { Problems, Warnings } from './problems.tsx'
import { titleOf } from '#contract/letter-words.ts'
import { navigation } from '#contract/navigation.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { MailsKept } from './mails-kept.tsx'
import { MailFrame, MailText } from '#dashboard/mail/frame.tsx'
import { Fact } from '#dashboard/frame/elements.tsx'
import { toLetter } from './words.tsx'

const names: Record<LetterViewName, string> = {
  html: 'HTML',
  phone: 'Phone',
  dark: 'Dark',
  text: 'Text',
}

/** LETTER-1: the letter as one person gets it, in a frame that can run, load and open nothing. */
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
      <section className="plate" aria-label="Preview">
        <div className="caption flow stack">
          <Facts {...preview} />
          <p className="note">
            As one person gets it. Nothing runs or opens in the preview, and its links to
            unsubscribe lead nobody off the list.
          </p>
        </div>
        <div className="body stack">
          <Warnings warnings={warningsOf(preview)} />
          <Matter {...preview} />
        </div>
      </section>
    </Screen>
  )
}

const Facts = ({ sender, fields, rendered }: ViewOf<'letter-preview'>) => (
  <dl className="facts">
    <Fact term="From">{sender}</Fact>
    <Fact term="Subject">
      <bdi>{rendered?.subject ?? titleOf(fields.subject)}</bdi>
    </Fact>
    <Fact term="Preview line">
      <bdi>{fields.preview || 'none'}</bdi>
    </Fact>
    <Fact term="Audience">{describeAudience(fields)}</Fact>
    {rendered && (
      <Fact term="Size">
        {kilobytes(rendered.htmlBytes)}, {kilobytes(rendered.textBytes)} as text
      </Fact>
    )}
  </dl>
)

const warningsOf = ({ rendered }: ViewOf<'letter-preview'>): string[] => {
  const warning = rendered && sizeWarning(rendered.htmlBytes)
  return warning === null ? [] : [warning]
}

function Matter({ id, view, rendered, problems, fields }: ViewOf<'letter-preview'>) {
  if (rendered === null)
    return (
      <>
        <p>The letter cannot be shown as a mail yet:</p>
        <Problems problems={problems} id="problems" />
        <h2>The text</h2>
        <pre className="markdown">{fields.body}</pre>
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

/** LETTER-1: where the test goes. An operator who signed in by a printed link types an address. */
export const LetterTestScreen = ({ id, subject, to, typed, destination, wrong }: TestView) => (
  <Screen nav="letters" title="Send a test" back={toLetter({ id, subject })}>
    <section className="plate" aria-label="Test">
      <div className="caption flow">
        <p className="note">
          The mail that people would get, with ‘Test’ before the subject. While mail is paused it
          waits, for {operatorTimeInWords('letterTest')} at most.
        </p>
        <MailsKept destination={destination} />
      </div>
      <div className="body">
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
            <dl className="facts">
              <Fact term="To">{to}</Fact>
              <Fact term="Subject">
                <bdi>{titleOf(subject)}</bdi>
              </Fact>
            </dl>
          )}
          <div className="acts">
            <button type="submit" className="button main">
              Send test
            </button>
            <a href={letterPath(id)}>Back to the letter</a>
          </div>
        </ActForm>
      </div>
    </section>
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
