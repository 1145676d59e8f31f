import { Fragment } from 'react'
import { languageName } from '#contract/campaign/languages.ts'
import { describeAudience, letterPath } from '#contract/letters/screens.ts'
import { letterState } from '#contract/letters/letters.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { Plate } from '#dashboard/frame/screen.tsx'
import { Facts } from '#dashboard/frame/elements.tsx'

/** Somebody else saved or sent the letter meanwhile: both texts are shown, and neither is lost. */
export function LetterConflict({ theirs }: ViewOf<'letter-compose'>) {
  const { id, fields, state, by, at } = theirs!
  const isDraft = state === 'draft'
  return (
    <Plate
      id="conflict"
      name="Not saved"
      kind="alarm"
      stack
      caption={
        <p className="note">
          {by} {isDraft ? 'saved this letter' : `changed it to ‘${letterState(state, null)}’`}{' '}
          <DayAndTime at={at} />, after you had opened it.
        </p>
      }
    >
      <p role="alert">
        {isDraft
          ? 'Your text is in the form below. Compare it with the saved one; Save replaces the saved one with yours.'
          : 'Your text is in the form below. Save keeps it as a new draft.'}
      </p>
      <p>
        <a className="link" href={letterPath(id)}>
          Discard mine and open the saved letter
        </a>
      </p>
      <h3>The saved letter</h3>
      <Facts of={{ Audience: describeAudience(fields) }} />
      {Object.entries(fields.texts).map(([language, { subject, preview, body }]) => (
        <Fragment key={language}>
          <Facts
            of={{
              Language: languageName(language, 'en'),
              Subject: subject,
              'Preview line': preview,
            }}
          />
          <pre>{body}</pre>
        </Fragment>
      ))}
    </Plate>
  )
}
