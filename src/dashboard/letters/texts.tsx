import { campaign } from '#campaign'
import { languageName, type Language } from '#contract/campaign/languages.ts'
import {
  languageToRead,
  letterLimits,
  type LetterText,
  type LetterTextField,
} from '#contract/letters/letters.ts'
import { textFieldName } from '#contract/letters/screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Problems, problemsOf } from './problems.tsx'

type Props = Pick<ViewOf<'letter-compose'>, 'fields' | 'languages' | 'problems' | 'sender'>
type InLanguage = Props & { language: Language }

/** LETTER-1: a set of fields for each language; those that stay empty are no text. */
export const TextsByLanguage = (form: Props) => (
  <>
    <FallbackField {...form} />
    {form.languages.map((language) => (
      <div
        key={language}
        role="group"
        className="text fields"
        aria-labelledby={`text-${language}`}
        aria-describedby={`readers-${language}`}
      >
        <div>
          <h2 id={`text-${language}`}>{languageName(language, 'en')}</h2>
          <p className="note" id={`readers-${language}`}>
            {whoReads(form, language)}
          </p>
        </div>
        <Problems
          problems={problemsOf(form.problems, 'language', language)}
          id={`language-${language}-problems`}
        />
        <TextFields {...form} language={language} />
      </div>
    ))}
  </>
)

/** Who gets the text, and which one everybody else gets. */
function whoReads({ fields, languages }: Props, language: Language): string {
  const written = Object.keys(fields.texts).filter((one) => !isEmpty(fields.texts[one]!))
  const [only] = written
  if (only === undefined)
    return language === languages[0] ? '' : 'Empty. You can write the letter in one language only.'
  if (written.length === 1)
    return only === language
      ? 'Everybody gets this text: it is the only one.'
      : `Empty. Everybody gets the ${languageName(only, 'en')} text.`
  const { fallback } = fields
  const reads = languageToRead({ fallback, languages: written }, language)
  if (language === fallback)
    return `For people with ${languageName(language, 'en')}, and for everybody without a text in their language.`
  return reads === language
    ? `For people with ${languageName(language, 'en')}.`
    : `Empty. People with ${languageName(language, 'en')} get the ${languageName(reads, 'en')} text.`
}

const isEmpty = (text: LetterText) => Object.values(text).every((part) => part.trim() === '')

/** With one text there is nothing to choose. */
const FallbackField = ({ fields, languages }: Props) => (
  <div className="field">
    <label className="label" htmlFor="fallback">
      Fallback
    </label>
    <select
      id="fallback"
      name="fallback"
      defaultValue={Object.keys(fields.texts).length === 1 ? languages[0] : fields.fallback}
      aria-describedby="fallback-note"
    >
      {languages.map((language) => (
        <option key={language} value={language}>
          {languageName(language, 'en')}
        </option>
      ))}
    </select>
    <span className="note" id="fallback-note">
      People get the text in their language; those without one get the fallback.
    </span>
  </div>
)

const empty: LetterText = { subject: '', preview: '', body: '' }

export function TextFields({ fields, languages, problems, sender, language }: InLanguage) {
  const text = fields.texts[language] ?? empty
  const idOf = (field: LetterTextField) => textFieldName(field, language, languages)
  const found = (field: LetterTextField) => problemsOf(problems, field, language)
  const given = (field: LetterTextField) => ({
    id: idOf(field),
    name: idOf(field),
    defaultValue: text[field],
    'aria-describedby': `${idOf(field)}-problems ${idOf(field)}-note`,
    'aria-invalid': found(field).length > 0 || undefined,
  })
  const under = (field: LetterTextField) => (
    <Problems problems={found(field)} id={`${idOf(field)}-problems`} />
  )
  return (
    <>
      <div className="field">
        <label className="label" htmlFor={idOf('subject')}>
          Subject
        </label>
        <input {...given('subject')} autoComplete="off" />
        <span className="note" id={`${idOf('subject')}-note`}>
          Up to {letterLimits.subject} characters. Phones show about 40.
        </span>
        {under('subject')}
      </div>
      <div className="field">
        <label className="label" htmlFor={idOf('preview')}>
          Preview line
        </label>
        <input {...given('preview')} autoComplete="off" />
        <span className="note" id={`${idOf('preview')}-note`}>
          Shown after the subject in the mailbox.
        </span>
        {under('preview')}
      </div>
      <InMailbox text={text} sender={sender} />
      <div className="field">
        <label className="label" htmlFor={idOf('body')}>
          Body, in Markdown
        </label>
        <textarea {...given('body')} rows={18} spellCheck lang={langOf(language)} />
        <BodyNote id={`${idOf('body')}-note`} />
        {under('body')}
      </div>
    </>
  )
}

/** The dashboard is English. */
const langOf = (language: Language) => (language === 'en' ? undefined : language)

const InMailbox = ({ text, sender }: { text: LetterText; sender: string }) =>
  text.subject.trim() !== '' && (
    <div className="field">
      <span className="label">In the mailbox</span>
      <p className="inbox">
        <b>{sender}</b> <bdi className="subject">{text.subject}</bdi>
        {text.preview && <span className="quiet"> – {text.preview}</span>}
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

const BodyNote = ({ id }: { id: string }) => (
  <span className="note" id={id}>
    Headings, lists, quotes, <code>**bold**</code>, <code>*italic*</code> and{' '}
    <code>[links](https://…)</code>. A paragraph that is only a link becomes the button.{' '}
    {campaign.quiz && <TypePlaceholder />}
    {campaign.line && <LinePlaceholders />}The footer with your address and the link to unsubscribe
    is added to each mail.
  </span>
)
