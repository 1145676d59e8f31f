import type { ReactNode } from 'react'
import { campaign } from '#campaign'
import { letterPath, letterPaths } from '#contract/letters/screens.ts'
import { letterLimits } from '#contract/letters/letters.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { ActForm, Screen } from '#dashboard/frame/screen.tsx'
import { LetterAudienceFields } from './audience.tsx'
import { LetterChecklist } from './checklist.tsx'
import { LetterConflict } from './conflict.tsx'
import { fillIn, Problems, problemsOf, shownProblems, Warnings } from './problems.tsx'
import { languageName } from './words.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'

type Props = ViewOf<'letter-compose'>

/** A draft. Each button saves what is typed, except 'Count again'. */
export const LetterComposeScreen = (form: Props) => (
  <Screen
    nav="letters"
    title={form.id === null ? 'New letter' : 'Letter'}
    back={navigation.letters}
    tools={<SavedAt {...form} />}
  >
    {form.id === null && <Starts />}
    {form.wrong === 'conflict' && form.theirs && <LetterConflict {...form} />}
    {form.wrong === 'gone' && (
      <p className="refusal wrong" role="alert">
        Somebody deleted this letter meanwhile. Your text is below: Save keeps it as a new draft.
      </p>
    )}
    {form.wrong === 'problems' && (
      <p className="refusal wrong" role="alert">
        The letter is saved, but it cannot be sent yet. See what is marked below.
      </p>
    )}
    <ActForm
      action={form.id === null ? letterPaths.new : letterPath(form.id)}
      className="plate compose"
    >
      <input type="hidden" name="revision" value={form.revision} />
      <LetterAudienceFields {...form} problems={shownProblems(form)} />
      <div className="body fields">
        {form.toFillIn && form.toFillIn.length > 0 && (
          <p>{fillIn(form.toFillIn)} before you send: they are the gaps of this text.</p>
        )}
        <Warnings {...form} />
        <TextFields {...form} problems={shownProblems(form)} />
        <div className="acts">
          <Button act="send" main>
            Review and send
          </Button>
          <Button act="preview">Preview</Button>
          <Button act="test">Send test</Button>
          <Button act="save">Save</Button>
          {form.id !== null && <a href={letterPaths.act(form.id, 'delete')}>Delete</a>}
        </div>
      </div>
    </ActForm>
    <LetterChecklist {...form} />
  </Screen>
)

/** Their gaps keep such a letter from being sent before its author has filled them in. */
const Starts = () => {
  const starts = Object.entries(campaign.mails.letterStarts ?? {})
  return (
    starts.length > 0 && (
      <p className="note">
        Begin with a text:{' '}
        {starts.map(([key, { name }]) => (
          <a key={key} className="link" href={letterPaths.start(key)}>
            {name}
          </a>
        ))}
      </p>
    )
  )
}

const SavedAt = ({ saved, isUnsaved }: Props) => (
  <p className="note">
    {saved === null ? (
      'Not saved yet.'
    ) : (
      <>
        {isUnsaved ? 'Unsaved changes. Last saved ' : 'Draft, saved '}
        <DayAndTime at={saved.at} /> by {saved.by}.
      </>
    )}{' '}
    Nothing is sent from this page.
  </p>
)

const Button = ({
  act,
  main = false,
  children,
}: {
  act: string
  main?: boolean
  children: ReactNode
}) => (
  <button type="submit" className={main ? 'button main' : 'button'} name="do" value={act}>
    {children}
  </button>
)

function TextFields(form: ViewOf<'letter-compose'>) {
  const { fields, problems, sender } = form
  const describe = (name: 'subject' | 'preview' | 'body') => ({
    name,
    'aria-describedby': `${name}-problems ${name}-note`,
    'aria-invalid': problemsOf(problems, name).length > 0 || undefined,
  })
  const under = (name: 'subject' | 'preview' | 'body') => (
    <Problems problems={problemsOf(problems, name)} id={`${name}-problems`} />
  )
  return (
    <>
      <LanguageField {...form} />
      <div className="field">
        <label className="label" htmlFor="subject">
          Subject
        </label>
        <input
          id="subject"
          defaultValue={fields.subject}
          autoComplete="off"
          {...describe('subject')}
        />
        <span className="note" id="subject-note">
          Up to {letterLimits.subject} characters. Phones show about 40.
        </span>
        {under('subject')}
      </div>
      <div className="field">
        <label className="label" htmlFor="preview">
          Preview line
        </label>
        <input
          id="preview"
          defaultValue={fields.preview}
          autoComplete="off"
          {...describe('preview')}
        />
        <span className="note" id="preview-note">
          Shown after the subject in the mailbox.
        </span>
        {under('preview')}
      </div>
      <InMailbox fields={fields} sender={sender} />
      <div className="field">
        <label className="label" htmlFor="body">
          Body, in Markdown
        </label>
        <textarea id="body" rows={18} spellCheck defaultValue={fields.body} {...describe('body')} />
        <BodyNote />
        {under('body')}
      </div>
    </>
  )
}

/** A language that the campaign has no more is kept until another one is chosen. */
const LanguageField = ({ fields: { lang }, languages, problems }: ViewOf<'letter-compose'>) =>
  (languages.length > 1 || !languages.includes(lang)) && (
    <div className="field">
      <label className="label" htmlFor="lang">
        Language
      </label>
      <select id="lang" name="lang" defaultValue={lang} aria-describedby="lang-problems">
        {[...new Set([...languages, lang])].map((tag) => (
          <option key={tag} value={tag}>
            {languageName(tag)}
          </option>
        ))}
      </select>
      <Problems problems={problemsOf(problems, 'lang')} id="lang-problems" />
    </div>
  )

const InMailbox = ({ fields, sender }: Pick<ViewOf<'letter-compose'>, 'fields' | 'sender'>) =>
  fields.subject.trim() !== '' && (
    <div className="field">
      <span className="label">In the mailbox</span>
      <p className="inbox">
        <b>{sender}</b> <bdi className="subject">{fields.subject}</bdi>
        {fields.preview && <span className="quiet"> – {fields.preview}</span>}
      </p>
    </div>
  )

const LinePlaceholders = () => (
  <>
    <code>{'{place}'}</code>, <code>{'{link}'}</code> and <code>{'{code}'}</code> are the person’s
    place in line, the link that they share, and the code of their spot in a wave.{' '}
  </>
)

const TypePlaceholder = () => (
  <>
    <code>{'{type|your type}'}</code> is replaced with the person’s quiz type, or with the words
    after the bar.{' '}
  </>
)

const BodyNote = () => (
  <span className="note" id="body-note">
    Headings, lists, quotes, <code>**bold**</code>, <code>*italic*</code> and{' '}
    <code>[links](https://…)</code>. A paragraph that is only a link becomes the button.{' '}
    {campaign.quiz && <TypePlaceholder />}
    {campaign.line && <LinePlaceholders />}The footer with your address and the link to unsubscribe
    is added to each mail.
  </span>
)
