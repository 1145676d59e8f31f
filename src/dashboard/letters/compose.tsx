import type { ReactNode } from 'react'
import { campaign } from '#campaign'
import { letterPath, letterPaths } from '#contract/letters/screens.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { ActForm, Screen } from '#dashboard/frame/screen.tsx'
import { LetterAudienceFields } from './audience.tsx'
import { LetterChecklist } from './checklist.tsx'
import { LetterConflict } from './conflict.tsx'
import { fillIn, shownProblems, Warnings } from './problems.tsx'
import { TextFields, TextsByLanguage } from './texts.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'

type Props = ViewOf<'letter-compose'>

/** A draft. Each button saves what is typed, except 'Recount'. */
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
        <Texts {...form} problems={shownProblems(form)} />
        <div className="acts">
          <Button act="send" main>
            Review and send
          </Button>
          <Button act="preview">Preview</Button>
          <Button act="test">Send test</Button>
          <Button act="save">Save</Button>
          {form.id !== null && (
            <a href={letterPaths.act(form.id, 'delete')} data-ask>
              Delete
            </a>
          )}
        </div>
      </div>
    </ActForm>
    <LetterChecklist {...form} />
  </Screen>
)

/** A campaign in one language has one set of fields. */
const Texts = (form: Props) =>
  form.languages.length === 1 ? (
    <TextFields {...form} language={form.languages[0]!} />
  ) : (
    <TextsByLanguage {...form} />
  )

/** Their gaps keep such a letter from being sent before its author has filled them in. */
const Starts = () => {
  const starts = Object.entries(campaign.mails.letterStarts ?? {})
  return (
    starts.length > 0 && (
      <p className="note">
        Start from a template:{' '}
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
